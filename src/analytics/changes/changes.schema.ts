import { z } from 'zod';
import { timestampSchema } from '../../platform/http/schemas';
import { count, issueCountsSchema, refreshedThrough, share } from '../analytics.schema';
import { causeKinds } from './explain-change';
import { baselines } from './periods';

export const changesQuery = z.strictObject({
  filter: z
    .string()
    .describe(
      'A message filter with a lower and an upper bound of created_at, and at most one value of model, agent_name, ' +
        'tool_name, parameter_name, label, prompt_version or a tag, joined by AND',
    ),
  baseline: z
    .enum(baselines)
    .meta({ id: 'ChangeBaseline' })
    .default('same_weekdays')
    .describe(
      'The period to compare with, of the same length: the latest of the same weekdays and times, or the previous one',
    ),
});

const period = z.object({ from: timestampSchema, to: timestampSchema }).meta({ id: 'Period' });
const points = z.number().gte(-1).lte(1);

const segmentCounts = z
  .object({
    evaluated_message_count: count.describe('For a label or parameter, of all messages'),
    flagged_message_count: count,
    issue_rate: share.nullable(),
    evaluated_conversation_count: count,
    flagged_conversation_count: count,
  })
  .meta({ id: 'CauseCounts' });

const segmentSchema = {
  dimension: z
    .string()
    .describe(
      '`model`, `agent`, `tool`, `parameter`, `label`, `prompt_version`, or `tag:` and the key of a tag',
    ),
  value: z.string().nullable().describe('Null for all values that are not counted by themselves'),
};

const causeSchema = z
  .object({
    ...segmentSchema,
    is_other: z.boolean().describe('All values that are not counted by themselves'),
    kind: z
      .enum(causeKinds)
      .meta({ id: 'CauseKind' })
      .describe('`within`: the rate of the value moved; `mix`: its share of the evaluated messages did'),
    contribution: z.number().describe('What it adds to the difference'),
    interval_low: z.number().describe('Lower end of the 95% interval of the contribution'),
    interval_high: z.number().describe('Upper end of the interval'),
    is_significant: z
      .boolean()
      .describe('With a false discovery rate of 5% over all values of all dimensions'),
    explained_by: z
      .object(segmentSchema)
      .meta({ id: 'Segment' })
      .nullable()
      .describe('A cause with more evidence, without whose messages this would be none'),
    before: segmentCounts,
    after: segmentCounts,
    share_before: share.describe('Of the evaluated messages; 1 for a label or parameter'),
    share_after: share,
    filter: z.string().nullable().describe('Selects its messages in the period; null for other values'),
  })
  .meta({ id: 'ChangeCause' });

export const changesSchema = z
  .object({
    refreshed_through: refreshedThrough,
    sampled_share: share
      .nullable()
      .describe(
        'The share of the conversations that were counted, because all take too long; the smaller one of both periods. ' +
          'Null: all of both. Counts are those of the sample',
      ),
    period,
    baseline: period,
    before: issueCountsSchema,
    after: issueCountsSchema,
    difference: z
      .object({
        value: points.describe('Rate of the period − rate of the baseline'),
        interval_low: z.number().describe('Lower end of its 95% interval'),
        interval_high: z.number().describe('Upper end of the interval'),
        is_significant: z.boolean().describe('The interval does not contain 0'),
      })
      .meta({ id: 'RateChange' })
      .nullable()
      .describe('Null if a period has no evaluated message'),
    causes: z
      .array(causeSchema)
      .describe(
        'Significant causes first, of these the ones that no other explains, then by the size of the contribution; ' +
          'at most 50',
      ),
    concentration: z
      .object({
        conversation_id: z.string(),
        flagged_message_count: count.describe('Flagged messages of the conversation'),
        of: count.describe('Flagged messages of the period'),
      })
      .meta({ id: 'Concentration' })
      .nullable()
      .describe(
        'The conversation with more than half of the flagged messages of the period, if there is one; ' +
          'null for a sample',
      ),
  })
  .meta({ id: 'Changes' });
