import { z } from 'zod';
import { timestampSchema } from '../platform/http/schemas';
import { bucketNames, MAX_BUCKETS } from './time-buckets';

const filter = z
  .string()
  .describe(
    'A message filter with a lower and an upper bound of created_at, joined by AND, for example ' +
      '`created_at >= "2026-01-01T00:00:00Z" AND created_at < "2026-02-01T00:00:00Z"`',
  );

export const analyticsQuery = z.strictObject({ filter });

export const timeseriesQuery = z.strictObject({
  filter,
  bucket: z
    .enum(bucketNames)
    .default('hour')
    .describe(
      `Size of a bucket, aligned to UTC. The time range of the filter may span at most ${MAX_BUCKETS} buckets`,
    ),
});

export const parameterRatesQuery = z.strictObject({ filter, tool_name: z.string().min(1) });

const count = z.int().gte(0);
const share = z.number().gte(0).lte(1);

const refreshedThrough = timestampSchema.describe(
  'The rollups of the workspace include every change stored before this time. Later changes are counted by the ' +
    'query, which may take longer. Results are always exact',
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
              'Share of the conversations with a tool call that call this tool',
            ),
            top_label: z
              .string()
              .nullable()
              .describe('The most frequent label on its calls; null without annotations'),
          })
          .meta({ id: 'ToolStat' }),
      )
      .describe('By number of calls, descending'),
  })
  .meta({ id: 'ToolStats' });

export const summaryStatsSchema = z
  .object({
    refreshed_through: refreshedThrough,
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
        'In chronological order, including empty buckets. The first and the last may extend beyond the filter',
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
      .describe('Parameters with at least one issue, by number of issues, descending'),
  })
  .meta({ id: 'ParameterIssueRates' });
