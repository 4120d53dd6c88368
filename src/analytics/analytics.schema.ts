import { z } from 'zod';
import { timestampSchema } from '../platform/http/schemas';
import { AIMED_EVALUATED_PER_BUCKET, MAX_ADAPTIVE_BUCKETS } from './adaptive-buckets';
import { dimensionNames, isDimension } from './segments';
import { bucketChoices, MAX_BUCKETS } from './time-buckets';

const filter = z
  .string()
  .describe(
    'A message filter with a lower and an upper bound of created_at, joined by AND, for example ' +
      '`created_at >= "2026-01-01T00:00:00Z" AND created_at < "2026-02-01T00:00:00Z"`',
  );

export const analyticsQuery = z.strictObject({ filter });

const bucketSchema = z.enum(bucketChoices).meta({ id: 'TimeBucket' });

export const timeseriesQuery = z.strictObject({
  filter,
  bucket: bucketSchema
    .default('hour')
    .describe(
      `Size of a bucket, aligned to UTC. The time range of the filter may span at most ${MAX_BUCKETS} buckets. ` +
        `\`auto\`: at most ${MAX_ADAPTIVE_BUCKETS} buckets, with ${AIMED_EVALUATED_PER_BUCKET} evaluated messages in the ` +
        'average bucket that has any, where there are that many',
    ),
});

export const parameterRatesQuery = z.strictObject({
  filter,
  tool_name: z.string().min(1).describe('The name of the tool'),
});

export const count = z.int().gte(0);
export const share = z.number().gte(0).lte(1);

export const refreshedThrough = timestampSchema.describe(
  'The rollups of the workspace include every change stored before this time. Later changes are counted by the ' +
    'query, which may take longer',
);

const sampledShare = share
  .nullable()
  .describe(
    'The share of the conversations that were counted, because all take too long; null: all. Counts are those of the sample',
  );

/** How current a response is, and how much of it was counted. */
const coverage = { refreshed_through: refreshedThrough, sampled_share: sampledShare };

const judgedMessages = {
  evaluated_message_count: count.describe('Messages with a completed evaluation'),
  not_judgeable_message_count: count.describe(
    'Messages that the evaluators could not judge, which are in no rate and not among the evaluated ones',
  ),
};

/** Of the outcomes that a rate is about, by conversation. */
const rateFields = {
  interval_low: share
    .nullable()
    .describe(
      'Lower end of the 95% interval of the rate, which holds although what belongs to one conversation is alike',
    ),
  interval_high: share.nullable().describe('Upper end of the interval'),
  evaluated_conversation_count: count.describe('Conversations with at least one of what the rate divides by'),
  flagged_conversation_count: count.describe('Conversations with at least one of what the rate counts'),
  conversation_issue_rate: share
    .nullable()
    .describe('flagged_conversation_count ÷ evaluated_conversation_count; null without any'),
  conversation_interval_low: share.nullable().describe('Lower end of its 95% interval (Wilson)'),
  conversation_interval_high: share.nullable().describe('Upper end of the interval'),
};

const labelCountSchema = z
  .object({
    label: z.string(),
    count: count.describe('Annotations with the label'),
    reply_count: count.describe('Messages with at least one of them'),
  })
  .meta({ id: 'LabelCount' });

export const labelDistributionSchema = z.array(labelCountSchema);

/** How current a distribution is, and how much of it was counted: its body is an array. */
export const labelDistributionHeaders = {
  'Refreshed-Through': {
    description: 'The rollups of the workspace include every change stored before this time',
    schema: { type: 'string', format: 'date-time' },
  },
  'Evaluated-Message-Count': {
    description: 'Messages with a completed evaluation',
    schema: { type: 'integer' },
  },
  'Not-Judgeable-Message-Count': {
    description: 'Messages that the evaluators could not judge',
    schema: { type: 'integer' },
  },
  'Sampled-Share': {
    description: 'The share of the conversations that were counted; absent: all',
    schema: { type: 'number' },
  },
};

export const toolStatsSchema = z
  .object({
    ...coverage,
    ...judgedMessages,
    tools: z
      .array(
        z
          .object({
            tool_name: z.string(),
            call_count: count,
            flagged_count: count.describe('Calls with at least one annotation'),
            evaluated_call_count: count.describe('Calls in messages with a completed evaluation'),
            issue_rate: share
              .nullable()
              .describe('flagged_count ÷ evaluated_call_count; null without evaluated calls'),
            ...rateFields,
            conversation_share: share.describe(
              'Share of the conversations with a tool call that call this tool',
            ),
            top_label: z
              .string()
              .nullable()
              .describe('The label on most of its calls; null without annotations'),
          })
          .meta({ id: 'ToolStat' }),
      )
      .describe('By number of calls, descending'),
  })
  .meta({ id: 'ToolStats' });

export const summaryStatsSchema = z
  .object({
    ...coverage,
    median_tool_calls_per_conversation: z
      .number()
      .nullable()
      .describe(
        'Over conversations with at least one message that matches the filter; null without conversations',
      ),
    tool_error_rate: share
      .nullable()
      .describe('Failed tool results ÷ all tool results; null without results'),
    total_tool_calls: count,
    tool_result_count: count,
    failed_tool_result_count: count,
    conversation_count: count,
    message_count: count,
    reply_count: count.describe('Messages of the assistant'),
    ...judgedMessages,
  })
  .meta({ id: 'SummaryStats' });

const rates = {
  ...judgedMessages,
  flagged_message_count: count.describe('Messages with at least one issue'),
  issue_count: count,
  issue_rate: share
    .nullable()
    .describe('flagged_message_count ÷ evaluated_message_count; null without evaluated messages'),
  ...rateFields,
};

const issueCounts = { ...rates, labels: labelDistributionSchema };
export const issueCountsSchema = z.object(issueCounts).meta({ id: 'IssueCounts' });

export const timeseriesSchema = z
  .object({
    ...coverage,
    bucket: bucketSchema,
    bucket_seconds: z.int().describe('Size of a bucket'),
    buckets: z
      .array(
        z
          .object({
            bucket_start: timestampSchema,
            ...issueCounts,
          })
          .meta({ id: 'IssuesBucket' }),
      )
      .describe(
        'In chronological order, including empty buckets. The first and the last may extend beyond the filter',
      ),
    total: issueCountsSchema.describe('Of all buckets. A conversation may be in several, and counts once'),
  })
  .meta({ id: 'IssuesTimeseries' });

export const parameterRatesSchema = z
  .object({
    ...coverage,
    ...judgedMessages,
    tool_name: z.string(),
    parameters: z
      .array(
        z
          .object({
            parameter_name: z.string(),
            issue_count: count,
            flagged_call_count: count.describe('Calls with at least one issue in this parameter'),
            evaluated_call_count: count.describe('Calls of the tool in messages with a completed evaluation'),
            issue_rate: share.nullable().describe('flagged_call_count ÷ evaluated_call_count'),
            ...rateFields,
          })
          .meta({ id: 'ParameterIssueRate' }),
      )
      .describe('Parameters with at least one issue, by number of issues, descending'),
  })
  .meta({ id: 'ParameterIssueRates' });

export const breakdownQuery = z.strictObject({
  filter,
  dimension: z
    .string()
    .refine(isDimension, { error: `expected ${dimensionNames.join(', ')} or tag:<key>` })
    .meta({ pattern: `^(?:${dimensionNames.join('|')}|tag:[\\s\\S]+)$` })
    .describe(
      '`model`, `agent`, `tool`, `parameter`, `label`, `prompt_version`, or `tag:` and the key of a tag',
    ),
});

const segmentCounts = {
  first_message_at: timestampSchema.nullable().describe('When the first of its messages was written'),
  message_count: count,
  ...rates,
  cost_usd: z.number().nullable().describe('Sum of the known costs; null if none is known'),
  latency_p50_ms: z.number().nullable().describe('Median of the latencies, within 5%; null if none is known'),
  latency_p95_ms: z.number().nullable(),
  input_tokens: count.nullable().describe('Sum of the known numbers; null if none is known'),
  output_tokens: count.nullable(),
};

export const breakdownSchema = z
  .object({
    ...coverage,
    dimension: z.string(),
    values: z
      .array(
        z
          .object({
            value: z.string().nullable().describe('Null: the rest'),
            is_other: z.boolean().describe('All values beyond the first 200 of 32 days'),
            is_partial: z
              .boolean()
              .describe(
                'It may have more messages in the rest: of 32 days in which it is not of the first 200',
              ),
            filter: z.string().nullable().describe('Selects its messages; null for the rest'),
            ...segmentCounts,
          })
          .meta({ id: 'BreakdownValue' }),
      )
      .describe(
        'The 200 with the most messages, in descending order, then the rest. A message with several values counts in each',
      ),
    omitted_value_count: count.describe('Values with fewer messages, which are left out'),
    total: z.object(segmentCounts).meta({ id: 'SegmentCounts' }).describe('Of all selected messages'),
  })
  .meta({ id: 'Breakdown' });
