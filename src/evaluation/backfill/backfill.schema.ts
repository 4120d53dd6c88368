import { z } from 'zod';
import { reportDuplicates, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { BackfillWithProgress } from './backfill';
import type { BackfillEstimate, JudgingEstimate, NewBackfill } from './backfill.service';

const MAX_NAMED = 10_000;
const MAX_LIMIT = 1_000_000;
const DEFAULT_LIMIT = 10_000;

export const createBackfillSchema = z
  .strictObject({
    conversation_ids: z
      .array(uuidSchema)
      .min(1)
      .max(MAX_NAMED)
      .superRefine((ids, context) => reportDuplicates(ids, context, (id) => `duplicate id ${id}`))
      .optional()
      .describe('Required unless `filter` is given'),
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
      .describe('The maximum of conversations with replies to evaluate'),
    dry_run: z.boolean().default(false).describe('Only counts and estimates: nothing is stored or called'),
  })
  .refine(({ conversation_ids, filter }) => (conversation_ids === undefined) !== (filter == null), {
    message: 'give one of conversation_ids and filter',
  })
  .meta({ id: 'CreateEvaluation' });

export const backfillParams = z.object({ evaluation_id: uuidSchema });

const count = z.int().gte(0);

const rangeOf = (value: z.ZodNumber) => z.object({ low: value, high: value });

const judgingSchema = z
  .object({
    model: z.string(),
    calls: rangeOf(count),
    input_tokens: rangeOf(count),
    output_tokens: rangeOf(count),
    cost_cents: rangeOf(z.number().gte(0)).nullable().describe('Null if the price of the model is unknown'),
  })
  .meta({ id: 'EstimatedJudging' });

export const backfillSchema = z
  .object({
    id: uuidSchema.nullable().describe('Null for a dry run'),
    status: z.enum(['estimated', 'running', 'completed', 'cancelled']),
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
      .object({ replies_count: count, judging: judgingSchema.nullable() })
      .nullable()
      .describe('Only for a dry run; `judging` is null for the embedded evaluator')
      .meta({ id: 'BackfillEstimate' }),
    created_at: timestampSchema.nullable().describe('Null for a dry run'),
  })
  .meta({ id: 'Backfill' });

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
  const { listedCount, pendingCount, failedCount, cancelledCount, isListed, isCancelled } = backfill;
  // The record that lists conversations is pending too.
  const pending = isListed || isCancelled ? pendingCount : Math.max(0, pendingCount - 1);
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
      pending,
      evaluated: Math.max(0, listedCount - pending - failedCount - cancelledCount),
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
    estimate: { replies_count: replies, judging: judging && toJudgingWire(judging) },
    created_at: null,
  };
}

function toJudgingWire({ model, calls, inputTokens, outputTokens, costCents }: JudgingEstimate) {
  const rounded = ({ low, high }: { low: number; high: number }) => ({
    low: Math.round(low),
    high: Math.round(high),
  });
  return {
    model,
    calls: rounded(calls),
    input_tokens: rounded(inputTokens),
    output_tokens: rounded(outputTokens),
    cost_cents: costCents,
  };
}
