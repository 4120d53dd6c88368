import { z } from 'zod';
import { contentPartSchema, optionalText, toolNameSchema } from '../openai-chat/chat-message.schema';
import { importFields } from '../openai-chat/import-message.schema';

/** Calls of tools that OpenAI runs: the item holds what they returned. */
export const hostedCalls = [
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
] as const;
/** Calls of built-in tools that the client runs. */
const clientCalls = ['computer_call', 'local_shell_call', 'shell_call', 'apply_patch_call'] as const;
const clientOutputs = [
  'computer_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
] as const;
/** Items that say which tools there are and who may call them. */
const skippedItems = [
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_call',
  'tool_search_output',
] as const;
/** Items that refer to content elsewhere. */
const missingContent = ['item_reference', 'compaction'] as const;

/** Messages of the chat form have a role, with any `type`. */
const itemFields = { ...importFields, id: optionalText, role: z.never().optional() };

const outputSchema = z.union([z.string(), z.array(contentPartSchema)]).meta({ id: 'ToolOutput' });
const textsSchema = z.array(z.looseObject({ text: z.string() }).meta({ id: 'ReasoningText' }));

/** An item of OpenAI's Responses API that is not a message; messages have the chat form. */
export const responsesItemSchema = z
  .discriminatedUnion('type', [
    z
      .looseObject({
        ...itemFields,
        type: z.literal('reasoning'),
        summary: textsSchema.nullish(),
        content: textsSchema.nullish(),
      })
      .meta({ id: 'ReasoningItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.literal('function_call'),
        call_id: z.string(),
        name: toolNameSchema,
        arguments: z.string(),
      })
      .meta({ id: 'FunctionCallItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.literal('custom_tool_call'),
        call_id: z.string(),
        name: toolNameSchema,
        input: z.string(),
      })
      .meta({ id: 'CustomToolCallItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.enum(['function_call_output', 'custom_tool_call_output']).meta({ id: 'CallOutputType' }),
        call_id: z.string(),
        output: outputSchema,
      })
      .meta({ id: 'CallOutputItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.literal('mcp_call'),
        name: toolNameSchema,
        arguments: z.string(),
        output: z.string().nullish(),
        error: z.unknown().optional(),
      })
      .meta({ id: 'McpCallItem' }),
    z
      .looseObject({ ...itemFields, type: z.enum(hostedCalls).meta({ id: 'HostedCallType' }) })
      .meta({ id: 'HostedCallItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.enum(clientCalls).meta({ id: 'ClientCallType' }),
        call_id: optionalText,
      })
      .meta({ id: 'ClientCallItem' }),
    z
      .looseObject({
        ...itemFields,
        type: z.enum(clientOutputs).meta({ id: 'ClientOutputType' }),
        call_id: optionalText,
        output: z.unknown().optional(),
      })
      .meta({ id: 'ClientOutputItem' }),
    z
      .looseObject({ type: z.enum(skippedItems).meta({ id: 'SkippedItemType' }), role: z.never().optional() })
      .meta({ id: 'SkippedItem' }),
    z
      .looseObject({
        type: z.enum(missingContent).meta({ id: 'ReferenceItemType' }),
        role: z.never().optional(),
      })
      .refine(() => false, {
        path: ['type'],
        message: 'send the items that it refers to: their content is not here',
      })
      .meta({ id: 'ReferenceItem', description: 'Not accepted: send the item that it refers to' }),
  ])
  .meta({
    id: 'ResponsesItem',
    description: "An item of OpenAI's Responses API: reasoning, a call of a tool, or its output",
  });
export type ResponsesItem = z.output<typeof responsesItemSchema>;
