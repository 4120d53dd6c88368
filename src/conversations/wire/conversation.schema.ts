import { z } from 'zod';
import {
  importFormats,
  importMessageSchema,
  importMessagesSchema,
  messageRoleSchema,
  messagesSchema,
  timeSchema,
  toolsSchema,
} from '../../../packages/formats';
import { errorDetailSchema } from '../../platform/http/error-body';
import { appliedPageSchema, pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { evaluationSchema } from '../evaluations/evaluation.schema';
import { choices } from '../message-filter/chosen-by';
import { conversationTypes } from '../transcript/conversation';
import { noticesSchema } from './notices.schema';

export const conversationTypeSchema = z.enum(conversationTypes).meta({ id: 'ConversationType' });

const MAX_TAGS = 32;

const tagKeySchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^$.][^.]*$/, 'a tag key may not begin with $ or contain a dot');

export const externalIdSchema = z.string().min(1).max(255);

export const tagsSchema = z
  .record(tagKeySchema, z.string().max(256))
  .refine((tags) => Object.keys(tags).length <= MAX_TAGS, { message: `at most ${MAX_TAGS} tags` })
  .meta({ maxProperties: MAX_TAGS });

const conversationShape = {
  external_id: externalIdSchema
    .nullish()
    .describe('Your own id of the conversation, unique in the workspace'),
  tags: tagsSchema.nullish(),
  created_at: timeSchema.nullish(),
  tools: toolsSchema.nullish(),
};

export const createConversationSchema = z
  .strictObject({
    ...conversationShape,
    messages: importMessagesSchema.describe(
      'Messages, and items of the Responses API that make one message at least',
    ),
  })
  .meta({ id: 'CreateConversationRequest' });
export type CreateConversation = z.output<typeof createConversationSchema>;

export const importQuery = z.strictObject({
  format: z
    .enum(importFormats)
    .meta({ id: 'ImportFormat' })
    .default('assay')
    .describe('Form of the lines; only for application/x-ndjson'),
});

/** A line of an export, which an import accepts. */
export const exportedConversationSchema = z
  .strictObject({ ...conversationShape, messages: messagesSchema(importMessageSchema) })
  .meta({ id: 'ExportedConversation' });

function filter<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value) => value ?? null);
}

/** The text of a message filter; its compiler reports problems. */
export const messageFilterParameter = filter(z.string().min(1));

/** Filters of a list or an export of conversations. */
const conversationFilters = {
  type: filter(conversationTypeSchema).describe('Default: all except `experiment`'),
  external_id: filter(externalIdSchema).describe('The conversation with this external id'),
  tag: filter(
    z
      .string()
      .max(321)
      .regex(/^[^:]+:/, 'should be key:value'),
  ).describe('`key:value`; the key ends at the first colon'),
  model: filter(z.string().min(1).max(255)).describe('A model that wrote one of the messages'),
  created_from: filter(timeSchema).describe('Inclusive'),
  created_to: filter(timeSchema).describe('Exclusive'),
  search: filter(z.string().trim().min(1).max(200)).describe(
    'Words that must all occur in the id, the external id, the preview or the value of a tag, in any ' +
      'letter case. Messages are not searched beyond the preview',
  ),
  filter: messageFilterParameter.describe(
    'A message filter: conversations with at least one message that it selects. Bounds of `created_at` are optional',
  ),
};

export const listConversationsQuery = z.strictObject({ ...pageQuery(50), ...conversationFilters });

export const conversationFiltersQuery = z.strictObject(conversationFilters);
export type ConversationQuery = z.output<typeof conversationFiltersQuery>;

export const conversationSchema = z
  .object({
    id: uuidSchema,
    external_id: z.string().nullable(),
    type: conversationTypeSchema,
    tags: z.record(z.string(), z.string()),
    preview: z.string().describe("The first 160 characters of the last user message's text"),
    message_count: z.int(),
    tool_call_count: z.int(),
    input_tokens: z.int().nullable().describe('Sum over the messages whose count is known'),
    output_tokens: z.int().nullable(),
    models: z.array(z.string()).describe('The models that wrote messages'),
    notices: noticesSchema,
    created_at: timestampSchema,
  })
  .meta({ id: 'Conversation' });

export const listedConversationSchema = z
  .object({
    ...conversationSchema.shape,
    issue_count: z
      .int()
      .nullable()
      .describe(
        'What the latest completed evaluations by each evaluator found in its messages; null when none was evaluated',
      ),
    labels: z.array(z.string()).describe('The labels of these issues, each once, the most frequent first'),
    evaluated_message_count: z.int().describe('Its messages with a completed evaluation'),
    not_judgeable_message_count: z.int().describe('Its messages that no evaluator that was asked can judge'),
  })
  .meta({ id: 'ListedConversation' });

/** Of a response: how the conversations in it, or of what it describes, were chosen. */
export const chosenBySchema = z.enum(choices).meta({
  id: 'ChosenBy',
  description:
    'How the conversations were chosen: `outcome`, by what verdicts or reviews say of their replies; `properties`; or ' +
    '`named`, unknown because they were named',
});

export const conversationIdsSchema = z
  .object({
    conversation_ids: z.array(z.string().meta({ format: 'uuid' })).describe('At most 10,000'),
    has_more: z.boolean().describe('Whether more conversations match'),
    chosen_by: chosenBySchema,
  })
  .meta({ id: 'ConversationIds' });

const appliedConversationPageSchema = appliedPageSchema
  .extend({
    type: z.string().nullable(),
    external_id: z.string().nullable(),
    tag: z.string().nullable(),
    model: z.string().nullable(),
    created_from: z.string().nullable(),
    created_to: z.string().nullable(),
    search: z.string().nullable(),
    filter: z.string().nullable(),
  })
  .meta({ id: 'AppliedConversationPage' });

export const conversationListSchema = pageSchema(listedConversationSchema, appliedConversationPageSchema)
  .extend({ chosen_by: chosenBySchema })
  .meta({ id: 'ConversationList' });

const cutText = {
  total_chars: z.int().optional().describe('Code points of the whole text; only if it is truncated'),
};

export const messagePartSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), content: z.string(), ...cutText }).meta({ id: 'TextPart' }),
    z.object({ type: z.literal('refusal'), content: z.string(), ...cutText }).meta({ id: 'RefusalPart' }),
    z.object({ type: z.literal('reasoning'), content: z.string(), ...cutText }).meta({ id: 'ReasoningPart' }),
    z
      .object({
        type: z.literal('tool_call'),
        id: z.string().nullable(),
        name: z.string(),
        arguments: z.string().describe('As the model sent them; offsets point into this text'),
        is_custom: z.literal(true).optional().describe('A call of a custom tool: `arguments` is its input'),
        ...cutText,
      })
      .meta({ id: 'ToolCallPart' }),
    z
      .object({
        type: z.literal('tool_call_response'),
        id: z.string().nullable(),
        response: z.string(),
        ...cutText,
      })
      .meta({ id: 'ToolCallResponsePart' }),
    z
      .object({
        type: z.literal('blob'),
        modality: z.enum(['image', 'audio', 'file']).meta({ id: 'Modality' }),
        mime_type: z.string().nullable(),
        content: z.string().describe('Base64'),
        ...cutText,
      })
      .meta({ id: 'BlobPart' }),
    z
      .object({ type: z.literal('uri'), modality: z.literal('image'), uri: z.string() })
      .meta({ id: 'UriPart' }),
    z.object({ type: z.literal('file'), file_id: z.string() }).meta({ id: 'FilePart' }),
  ])
  .meta({ id: 'MessagePart', description: 'After the OpenTelemetry GenAI message shape' });

export const generationSchema = z
  .object({
    model: z.string().nullable(),
    provider: z.string().nullable(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    latency_ms: z.number().nullable(),
    cost_usd: z.number().nullable(),
    finish_reason: z.string().nullable(),
  })
  .meta({ id: 'Generation', description: 'The model call that wrote a message' });

export const storedMessageSchema = z
  .object({
    id: uuidSchema,
    external_id: z.string().nullable(),
    sequence_number: z.int().describe('0-based'),
    role: messageRoleSchema,
    name: z.string().nullable(),
    parts: z.array(messagePartSchema),
    generation: generationSchema.nullable(),
    is_error: z.boolean(),
    agent_name: z.string().nullable().describe('The agent that wrote it'),
    prompt_version: z
      .string()
      .nullable()
      .describe(
        'Of the prompt that wrote it: as the client names it, or `system-` and a digest of the system text without dates, ' +
          'numbers and ids',
      ),
    extra: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Other fields of the message, as they were sent'),
    created_at: timestampSchema,
    truncated: z
      .literal(true)
      .optional()
      .describe(
        'The message is truncated: texts are shortened, parts may be missing, a long `extra` is null. ' +
          'GET /v1/messages/{message_id} returns the whole message',
      ),
    total_parts: z.int().optional().describe('Number of parts of the whole message; only if it is truncated'),
  })
  .meta({ id: 'Message' });

export const conversationDetailSchema = z
  .object({
    ...conversationSchema.shape,
    tools: z.array(
      z
        .object({
          name: z.string(),
          description: z.string().nullable(),
          parameters: z.record(z.string(), z.unknown()).nullable(),
          custom: z
            .object({ format: z.record(z.string(), z.unknown()).nullable() })
            .meta({ id: 'CustomToolFormat' })
            .optional()
            .describe('Set for a custom tool'),
        })
        .meta({ id: 'ConversationTool' }),
    ),
    messages: z
      .array(storedMessageSchema)
      .describe('In order. If they exceed 8 MiB, `cursor` returns the next page'),
    evaluations: z
      .array(evaluationSchema)
      .describe('Evaluations of these messages, oldest first; empty with `omit=evaluations`'),
    has_more: z.boolean().describe('Whether there are more messages'),
    next_page_cursor: z.string().nullable(),
  })
  .meta({ id: 'ConversationDetail' });

export const getConversationQuery = z.strictObject({
  cursor: pageQuery(50).cursor,
  omit: z
    .enum(['evaluations'])
    .meta({ id: 'OmittedConversationField' })
    .optional()
    .transform((field) => field ?? null)
    .describe('`evaluations` returns none, for blind reviews'),
});

export const importResultSchema = z
  .object({
    imported: z.int(),
    skipped: z.int().describe('Lines with the `external_id` of a stored conversation'),
    failed: z.int(),
    conversation_ids: z
      .array(uuidSchema)
      .describe('Ids of the first 10,000 lines that were imported or skipped, in order'),
    notices: noticesSchema,
    ignored: z
      .array(
        z
          .object({
            reason: z.string(),
            count: z.int(),
            first_line: z.int().describe('1-based'),
          })
          .meta({ id: 'IgnoredLines' }),
      )
      .describe('Lines of another format that have no conversation, such as failed requests, by reason'),
    errors: z
      .array(
        z
          .object({ line: z.int().describe('1-based'), detail: z.array(errorDetailSchema) })
          .meta({ id: 'ImportError' }),
      )
      .describe('The first 100 lines that were not imported, with at most 10 problems each'),
  })
  .meta({ id: 'ImportResult' });

/** What an import responds: for a JSON body the conversation, for lines the result. */
export const conversationOrImportSchema = z
  .union([conversationSchema, importResultSchema])
  .meta({ id: 'ConversationOrImport' });
