import { z } from 'zod';
import { appliedPageSchema, pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { conversationTypes } from '../transcript/conversation';
import { messageVerdictStatuses } from '../transcript/message-facts';
import { messageFilterParameter, storedMessageSchema } from './conversation.schema';

export const listMessagesQuery = z.strictObject({
  ...pageQuery(50),
  filter: messageFilterParameter.describe(
    'A message filter; bounds of `created_at` are optional. Replies of experiments are excluded, unless it ' +
      'contains `experiment_id` or `conversation_type`',
  ),
});

const verdictSchema = z
  .object({
    evaluator_id: uuidSchema,
    evaluation_id: uuidSchema,
    created_at: timestampSchema,
    status: z
      .enum(messageVerdictStatuses)
      .describe(
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
    conversation_type: z.enum(conversationTypes),
    experiment_id: uuidSchema.nullable().describe('The experiment that wrote the message'),
    tool_names: z.array(z.string()).describe('The tools it calls, or has results of'),
    verdicts: z.array(verdictSchema),
  })
  .meta({ id: 'ListedMessage' });

export const messageListSchema = pageSchema(listedMessageSchema).extend({
  query: appliedPageSchema
    .extend({ filter: z.string().nullable() })
    .describe('The parameters as they were applied'),
});
