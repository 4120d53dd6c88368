import { z } from 'zod';
import { hasValue, isOneOf, needsOne, when } from '../../json-schema';
import { MAX_MESSAGES, messageRoles, type ToolDefinition } from '../model/message';
import { isSpoken } from './spoken-reply';

const MAX_TOOLS = 256;

export const messageRoleSchema = z.enum(messageRoles).meta({ id: 'MessageRole' });

/** Clients that serialize their message objects send null for unset fields. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);

export const contentPartSchema = z
  .discriminatedUnion(
    'type',
    [
      z
        .looseObject({
          type: z.enum(['text', 'input_text', 'output_text']).meta({ id: 'TextContentType' }),
          text: z.string(),
        })
        .meta({ id: 'TextContent' }),
      z.looseObject({ type: z.literal('refusal'), refusal: z.string() }).meta({ id: 'RefusalContent' }),
      z
        .looseObject({
          type: z.literal('image_url'),
          image_url: z.looseObject({ url: z.string() }).meta({ id: 'ImageUrl' }),
        })
        .meta({ id: 'ImageUrlContent' }),
      z
        .looseObject({
          type: z.literal('input_audio'),
          input_audio: z.looseObject({ data: z.string(), format: z.string() }).meta({ id: 'InputAudio' }),
        })
        .meta({ id: 'InputAudioContent' }),
      z
        .looseObject({
          type: z.literal('file'),
          file: z
            .looseObject({ file_id: optionalText, file_data: optionalText, filename: optionalText })
            .refine((file) => file.file_id !== undefined || file.file_data !== undefined, {
              message: 'file_id or file_data is needed',
            })
            .meta({
              id: 'ContentFile',
              description: '`file_id` or `file_data` is needed',
              ...needsOne('file_id', 'file_data'),
            }),
        })
        .meta({ id: 'FileContent' }),
      z
        .looseObject({ type: z.literal('input_image'), image_url: optionalText, file_id: optionalText })
        .refine((image) => image.image_url !== undefined || image.file_id !== undefined, {
          message: 'image_url or file_id is needed',
        })
        .meta({
          id: 'InputImageContent',
          description: '`image_url` or `file_id` is needed',
          ...needsOne('image_url', 'file_id'),
        }),
      z
        .looseObject({
          type: z.literal('input_file'),
          file_id: optionalText,
          file_data: optionalText,
          file_url: optionalText,
        })
        .refine(
          (file) => [file.file_id, file.file_data, file.file_url].some((source) => source !== undefined),
          {
            message: 'file_id, file_data or file_url is needed',
          },
        )
        .meta({
          id: 'InputFileContent',
          description: '`file_id`, `file_data` or `file_url` is needed',
          ...needsOne('file_id', 'file_data', 'file_url'),
        }),
    ],
    {
      error:
        'should be a text, refusal, image_url, input_audio or file part, or input_text, output_text, input_image ' +
        'or input_file of the Responses API',
    },
  )
  .meta({ id: 'ContentPart', description: 'In the form of chat completions or of the Responses API' });

/** Bounded, because each annotation of a call repeats it. */
export const toolNameSchema = z.string().min(1).max(256);

const functionCallSchema = z
  .looseObject({ name: toolNameSchema, arguments: z.string() })
  .meta({ id: 'FunctionCall' });

const toolCallSchema = z
  .discriminatedUnion(
    'type',
    [
      z
        .looseObject({
          id: z.string(),
          type: z.literal('function').optional(),
          function: functionCallSchema,
        })
        .meta({ id: 'FunctionToolCall' }),
      z
        .looseObject({
          id: z.string(),
          type: z.literal('custom'),
          custom: z.looseObject({ name: toolNameSchema, input: z.string() }).meta({ id: 'CustomCall' }),
        })
        .meta({ id: 'CustomToolCall' }),
    ],
    { error: 'should be a function or custom tool call' },
  )
  .meta({ id: 'ToolCall' });

/** The fields of a message in OpenAI's chat form that the service reads. */
export const chatMessageShape = {
  role: messageRoleSchema,
  content: z
    .union([z.string(), z.null(), z.array(contentPartSchema)])
    .meta({ id: 'MessageContent' })
    .optional()
    .describe('Required, except of an assistant message that has a call, a refusal or audio'),
  name: optionalText,
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(toolCallSchema).nullish(),
  function_call: functionCallSchema.nullish(),
  tool_call_id: optionalText.describe('Required with the role `tool`'),
};

const chatMessageObject = z.looseObject(chatMessageShape);

/** Checks the fields that a role requires; a refinement of every schema with the fields of a chat message. */
export function checkMessage(message: z.output<typeof chatMessageObject>, context: z.RefinementCtx): void {
  const requireText = (field: 'content' | 'tool_call_id') =>
    context.addIssue({
      code: 'invalid_type',
      expected: 'string',
      input: message[field],
      path: [field],
      message: `${field} is needed in a message of this role`,
    });
  if (!mayLackContent(message) && !hasContent(message)) requireText('content');
  if (message.role === 'tool' && message.tool_call_id === undefined) requireText('tool_call_id');
}

const spokenAudio = {
  type: 'object',
  properties: Object.fromEntries(
    ['id', 'data', 'transcript'].map((field) => [field, { type: ['string', 'null'] }]),
  ),
};

const nonEmptyContent = {
  required: ['content'],
  properties: { content: { not: { type: 'array', maxItems: 0, items: {} } } },
};

/** What `checkMessage` requires, in the OpenAPI document. */
export const messageConditions = when(
  isOneOf('role', ['assistant']),
  {
    anyOf: [
      nonEmptyContent,
      { required: ['tool_calls'], properties: { tool_calls: { type: 'array', minItems: 1, items: {} } } },
      hasValue('function_call'),
      { required: ['refusal'], properties: { refusal: { type: 'string', minLength: 1 } } },
      { required: ['audio'], properties: { audio: spokenAudio } },
    ],
  },
  when(isOneOf('role', ['function']), nonEmptyContent, {
    required: ['content'],
    properties: { content: { type: ['string', 'array'], minItems: 1, items: {} } },
    ...when(isOneOf('role', ['tool']), hasValue('tool_call_id')),
  }),
);

function hasContent({ content }: z.output<typeof chatMessageObject>): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.length > 0);
}

function mayLackContent(message: z.output<typeof chatMessageObject>): boolean {
  // OpenAI: required, but nullable. A reply that was cut off before its first token has null, too.
  if (message.role === 'function') return message.content === null;
  if (message.role !== 'assistant') return false;
  const hasCall = (message.tool_calls ?? []).length > 0 || Boolean(message.function_call);
  return hasCall || message.content === null || Boolean(message.refusal) || isSpoken(message.audio);
}

/** One message in OpenAI's chat form; unknown fields are preserved. */
export const chatMessageSchema = chatMessageObject
  .superRefine(checkMessage)
  .meta({ id: 'ChatMessage', ...messageConditions });
export type ChatMessage = z.output<typeof chatMessageSchema>;

/** The messages of a conversation. */
export function messagesSchema<Schema extends z.ZodType>(message: Schema) {
  return z.array(message).min(1).max(MAX_MESSAGES);
}

/** Messages whose last one, by the assistant, can be judged. */
export const judgeableMessagesSchema = messagesSchema(chatMessageSchema).superRefine(
  (messages, context) => {
    const last = messages.at(-1);
    if (last === undefined || last.role === 'assistant') return;
    context.addIssue({
      code: 'custom',
      path: [messages.length - 1, 'role'],
      input: last.role,
      message: 'the last message must be from the assistant',
    });
  },
  // Reported in addition to the problems of single messages, unless the roles themselves are invalid.
  { when: ({ value }) => Array.isArray(value) && value.every(hasRole) },
);

function hasRole(message: unknown): boolean {
  const role = (message as { role?: unknown } | null)?.role;
  return messageRoles.some((messageRole) => messageRole === role);
}

const functionShape = {
  name: toolNameSchema,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish().describe('A JSON schema'),
};

const customToolSchema = z
  .looseObject({
    name: toolNameSchema,
    description: z.string().nullish(),
    format: z.record(z.string(), z.unknown()).nullish(),
  })
  .meta({ id: 'CustomToolDefinition' });

const toolSchema = z
  .looseObject({
    ...functionShape,
    name: functionShape.name.optional(),
    type: z.enum(['function', 'custom']).meta({ id: 'ToolType' }).optional(),
    function: z.looseObject(functionShape).meta({ id: 'FunctionDefinition' }).optional(),
    custom: customToolSchema.optional(),
    format: customToolSchema.shape.format,
  })
  .superRefine((tool, context) => {
    const isCustom = tool.type === 'custom';
    if (((isCustom ? tool.custom : tool.function) ?? tool.name) !== undefined) return;
    context.addIssue({
      code: 'invalid_type',
      expected: 'object',
      input: undefined,
      path: [isCustom ? 'custom' : 'function'],
      message: 'a tool is {type, function: {name, …}}, {name, …} or {type: "custom", custom: {name, …}}',
    });
  })
  .meta({
    id: 'Tool',
    description:
      'An OpenAI function or custom tool, or a `function` object alone: one of `function`, `custom` and `name` is needed',
    ...when(isOneOf('type', ['custom']), needsOne('custom', 'name'), needsOne('function', 'name')),
  });

/** The tools a conversation's model could call, in OpenAI's form or bare. */
export const toolsSchema = z
  .array(toolSchema)
  .max(MAX_TOOLS)
  .transform((tools) => tools.map(toToolDefinition));

function toToolDefinition(tool: z.output<typeof toolSchema>): ToolDefinition {
  if (tool.type === 'custom') {
    const { name, description, format } = tool.custom ?? tool;
    return {
      name: name ?? '',
      description: description ?? null,
      parameters: null,
      custom: { format: format ?? null },
    };
  }
  const { name, description, parameters } = tool.function ?? tool;
  return { name: name ?? '', description: description ?? null, parameters: parameters ?? null };
}
