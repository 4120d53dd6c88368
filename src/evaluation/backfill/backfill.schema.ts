import { z } from 'zod';
import { exactlyOne } from '../../../packages/json-schema';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uniqueIdsSchema, uuidSchema } from '../../platform/http/schemas';
import { pricedCallsSchema, toCallsWire } from '../../providers/priced-calls.schema';
import type { BackfillWithProgress } from './backfill';
import type { BackfillEstimate, NewBackfill } from './backfill.service';

const MAX_NAMED = 10_000;
const MAX_LIMIT = 1_000_000;
const DEFAULT_LIMIT = 10_000;

export const createBackfillSchema = z
  .strictObject({
    conversation_ids: uniqueIdsSchema(1, MAX_NAMED)
      .optional()
      .describe('Required unless `filter` is given; only one of the two'),
    filter: z
      .string()
      .min(1)
      .nullish()
      .describe('A message filter: conversations with at least one matching message, newest first'),
    evaluator_id: uuidSchema
      .nullish()
      .describe('The evaluator, in its latest version. Default: that of the workspace'),
    limit: z
      .int()
      .gte(1)
      .lte(MAX_LIMIT)
      .default(DEFAULT_LIMIT)
      .describe('Maximum number of conversations with replies to evaluate'),
    dry_run: z.boolean().default(false).describe('Only counts and estimates: nothing is stored or called'),
  })
  .refine(({ conversation_ids, filter }) => (conversation_ids === undefined) !== (filter == null), {
    message: 'give one of conversation_ids and filter',
  })
  .meta({ id: 'CreateEvaluationRequest', ...exactlyOne('conversation_ids', 'filter') });

export const backfillParams = z.object({ evaluation_id: uuidSchema.describe('The id of the evaluation') });
export const listBackfillsQuery = z.strictObject(pageQuery(50));

const count = z.int().gte(0);

export const backfillSchema = z
  .object({
    id: uuidSchema.nullable().describe('Null for a dry run'),
    status: z.enum(['estimated', 'running', 'completed', 'cancelled']).meta({ id: 'BackfillStatus' }),
    evaluator_id: uuidSchema,
    evaluator_version: z.int().gte(1),
    filter: z.string().nullable(),
    limit: z.int().gte(1),
    conversations: z
      .object({
        listed: count.describe('Conversations with replies to evaluate, as far as they are listed'),
        is_complete: z.boolean().describe('Whether all are listed'),
        pending: count,
        evaluated: count,
        failed: count.describe('Those with replies that stay unevaluated'),
        cancelled: count,
      })
      .meta({ id: 'BackfillConversations' }),
    estimate: z
      .object({
        replies_count: count,
        judging: pricedCallsSchema.nullable().describe('Null for the embedded evaluator'),
      })
      .meta({ id: 'BackfillEstimate' })
      .nullable()
      .describe('Only for a dry run'),
    created_at: timestampSchema.nullable().describe('Null for a dry run'),
  })
  .meta({ id: 'Backfill' });

export const backfillListSchema = pageSchema(backfillSchema).meta({ id: 'BackfillList' });

export function toNewBackfill({
  conversation_ids = null,
  filter = null,
  evaluator_id = null,
  limit,
}: {
  conversation_ids?: string[] | null | undefined;
  filter?: string | null | undefined;
  evaluator_id?: string | null | undefined;
  limit: number;
}): NewBackfill {
  return { source: { conversationIds: conversation_ids, filter }, evaluatorId: evaluator_id, limit };
}

export function toBackfillWire(backfill: BackfillWithProgress) {
  const { listedCount, pendingCount, failedCount, cancelledCount, isListed } = backfill;
  return {
    id: backfill.id,
    status: backfill.status,
    evaluator_id: backfill.evaluatorId,
    evaluator_version: backfill.evaluatorVersion,
    filter: backfill.source.filter,
    limit: backfill.limit,
    conversations: {
      listed: listedCount,
      is_complete: isListed,
      pending: pendingCount,
      evaluated: Math.max(0, listedCount - pendingCount - failedCount - cancelledCount),
      failed: failedCount,
      cancelled: cancelledCount,
    },
    estimate: null,
    created_at: backfill.createdAt.toISOString(),
  };
}

export function toEstimateWire(
  { source, limit }: NewBackfill,
  { evaluator, conversations, replies, judging }: BackfillEstimate,
) {
  return {
    id: null,
    status: 'estimated' as const,
    evaluator_id: evaluator.id,
    evaluator_version: evaluator.version,
    filter: source.filter,
    limit,
    conversations: {
      listed: conversations,
      is_complete: true,
      pending: conversations,
      evaluated: 0,
      failed: 0,
      cancelled: 0,
    },
    estimate: { replies_count: replies, judging: judging && toCallsWire(judging) },
    created_at: null,
  };
}
