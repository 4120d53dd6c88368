import { z } from 'zod';
import { appliedFilterPageSchema, pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { messageVerdictStatuses } from '../transcript/message-facts';
import { conversationTypeSchema, messageFilterParameter, storedMessageSchema } from './conversation.schema';

export const listMessagesQuery = z.strictObject({
  ...pageQuery(50),
  filter: messageFilterParameter.describe(
    'A message filter; bounds of `created_at` are optional. Replies of experiments are excluded, unless it ' +
      'contains `experiment_id` or `conversation_type`',
  ),
});

export const messageVerdictStatusSchema = z.enum(messageVerdictStatuses).meta({ id: 'MessageVerdictStatus' });

const verdictSchema = z
  .object({
    evaluator_id: uuidSchema,
    evaluation_id: uuidSchema,
    created_at: timestampSchema,
    status: messageVerdictStatusSchema.describe(
      '`not_judgeable`: the evaluator cannot judge the message, which is neither clean nor an issue',
    ),
    issue_count: z.int().nullable().describe('Null if the message is not judgeable'),
    labels: z.array(z.string()).describe('The label of each issue'),
  })
  .meta({
    id: 'MessageVerdict',
    description: 'The latest evaluation by one evaluator that was not without a verdict',
  });

export const listedMessageSchema = z
  .object({
    ...storedMessageSchema.shape,
    conversation_id: uuidSchema,
    conversation_type: conversationTypeSchema,
    experiment_id: uuidSchema.nullable().describe('The experiment that wrote the message'),
    tool_names: z.array(z.string()).describe('The tools it calls, or has results of'),
    verdicts: z.array(verdictSchema),
  })
  .meta({ id: 'ListedMessage' });

export const messageListSchema = pageSchema(listedMessageSchema, appliedFilterPageSchema).meta({
  id: 'MessageList',
});
