import { z } from 'zod';
import { timestampSchema } from '../platform/http/schemas';
import { bucketNames, MAX_BUCKETS } from './time-buckets';

const filter = z
  .string()
  .describe(
    'A message filter with a lower and an upper bound of created_at, joined by AND, such as ' +
      '`created_at >= "2026-01-01T00:00:00Z" AND created_at < "2026-02-01T00:00:00Z"`',
  );

export const analyticsQuery = z.strictObject({ filter });

export const timeseriesQuery = z.strictObject({
  filter,
  bucket: z
    .enum(bucketNames)
    .default('hour')
    .describe(`Aligned to UTC; the filter's time may touch at most ${MAX_BUCKETS} of them`),
});

export const parameterRatesQuery = z.strictObject({ filter, tool_name: z.string().min(1) });

const count = z.int().gte(0);
const share = z.number().gte(0).lte(1);

const refreshedThrough = timestampSchema.describe(
  'Every change of the workspace that was stored before this time is in its rollups. While it lags, questions count ' +
    'what is missing and may take longer; their results are exact in any case',
);

const labelCountSchema = z.object({ label: z.string(), count }).meta({ id: 'LabelCount' });

export const labelDistributionSchema = z.array(labelCountSchema);

export const toolStatsSchema = z
  .object({
    refreshed_through: refreshedThrough,
    tools: z
      .array(
        z
          .object({
            tool_name: z.string(),
            call_count: count,
            flagged_count: count.describe('Calls with at least one annotation'),
            conversation_share: share.describe(
              'Of the conversations that call any tool, those that call this one',
            ),
            top_label: z
              .string()
              .nullable()
              .describe('The most frequent label on its calls; null without any'),
          })
          .meta({ id: 'ToolStat' }),
      )
      .describe('Most calls first'),
  })
  .meta({ id: 'ToolStats' });

export const summaryStatsSchema = z
  .object({
    refreshed_through: refreshedThrough,
    median_tool_calls_per_conversation: z
      .number()
      .nullable()
      .describe('Over conversations with at least one message in the filter; null without any'),
    tool_error_rate: share.nullable().describe('Failed tool results among all; null without any'),
    total_tool_calls: count,
    tool_result_count: count,
    failed_tool_result_count: count,
    conversation_count: count,
    message_count: count,
    evaluated_message_count: count.describe('Messages with a completed evaluation'),
  })
  .meta({ id: 'SummaryStats' });

export const timeseriesSchema = z
  .object({
    refreshed_through: refreshedThrough,
    bucket: z.enum(bucketNames),
    buckets: z
      .array(
        z
          .object({
            bucket_start: timestampSchema,
            evaluated_message_count: count,
            flagged_message_count: count.describe('Messages with at least one issue'),
            issue_count: count,
            labels: labelDistributionSchema,
          })
          .meta({ id: 'IssuesBucket' }),
      )
      .describe(
        'In order of time, empty ones included; the first and the last may lie partly outside the filter',
      ),
  })
  .meta({ id: 'IssuesTimeseries' });

export const parameterRatesSchema = z
  .object({
    refreshed_through: refreshedThrough,
    tool_name: z.string(),
    parameters: z
      .array(
        z
          .object({
            parameter_name: z.string(),
            issue_count: count,
            flagged_call_count: count.describe('Calls with at least one issue in this parameter'),
            evaluated_call_count: count.describe('Calls of the tool in messages with a completed evaluation'),
            issue_rate: share.describe('flagged_call_count ÷ evaluated_call_count'),
          })
          .meta({ id: 'ParameterIssueRate' }),
      )
      .describe('The parameters with an issue, most issues first'),
  })
  .meta({ id: 'ParameterIssueRates' });
