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

const outputSchema = z.union([z.string(), z.array(contentPartSchema)]);
const textsSchema = z.array(z.looseObject({ text: z.string() }));

/** An item of OpenAI's Responses API that is not a message; messages have the chat form. */
export const responsesItemSchema = z
  .discriminatedUnion('type', [
    z.looseObject({
      ...itemFields,
      type: z.literal('reasoning'),
      summary: textsSchema.nullish(),
      content: textsSchema.nullish(),
    }),
    z.looseObject({
      ...itemFields,
      type: z.literal('function_call'),
      call_id: z.string(),
      name: toolNameSchema,
      arguments: z.string(),
    }),
    z.looseObject({
      ...itemFields,
      type: z.literal('custom_tool_call'),
      call_id: z.string(),
      name: toolNameSchema,
      input: z.string(),
    }),
    z.looseObject({
      ...itemFields,
      type: z.enum(['function_call_output', 'custom_tool_call_output']),
      call_id: z.string(),
      output: outputSchema,
    }),
    z.looseObject({
      ...itemFields,
      type: z.literal('mcp_call'),
      name: toolNameSchema,
      arguments: z.string(),
      output: z.string().nullish(),
      error: z.unknown().optional(),
    }),
    z.looseObject({ ...itemFields, type: z.enum(hostedCalls) }),
    z.looseObject({ ...itemFields, type: z.enum(clientCalls), call_id: optionalText }),
    z.looseObject({
      ...itemFields,
      type: z.enum(clientOutputs),
      call_id: optionalText,
      output: z.unknown().optional(),
    }),
    z.looseObject({ type: z.enum(skippedItems), role: z.never().optional() }),
    z.looseObject({ type: z.enum(missingContent), role: z.never().optional() }).refine(() => false, {
      path: ['type'],
      message: 'send the items that it refers to: their content is not here',
    }),
  ])
  .meta({
    id: 'ResponsesItem',
    description: "An item of OpenAI's Responses API: reasoning, a call of a tool, or its output",
  });
export type ResponsesItem = z.output<typeof responsesItemSchema>;
