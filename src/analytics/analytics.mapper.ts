import type { z } from 'zod';
import { wilsonInterval } from '../../packages/statistics';
import type {
  labelDistributionSchema,
  parameterRatesSchema,
  summaryStatsSchema,
  timeseriesSchema,
  toolStatsSchema,
} from './analytics.schema';
import type {
  JudgedMessages,
  LabelCount,
  ParameterIssueRate,
  SummaryStats,
  TimeBucket,
  ToolStat,
} from './rollup-stats';

export function toJudgedMessagesWire({ evaluatedMessageCount, notJudgeableMessageCount }: JudgedMessages) {
  return {
    evaluated_message_count: evaluatedMessageCount,
    not_judgeable_message_count: notJudgeableMessageCount,
  };
}

export function toLabelsWire(labels: readonly LabelCount[]): z.input<typeof labelDistributionSchema> {
  return labels.map(({ label, count, replyCount }) => ({ label, count, reply_count: replyCount }));
}

export function toToolStatWire(stat: ToolStat): z.input<typeof toolStatsSchema>['tools'][number] {
  return {
    tool_name: stat.toolName,
    call_count: stat.callCount,
    flagged_count: stat.flaggedCount,
    evaluated_call_count: stat.evaluatedCallCount,
    issue_rate: stat.evaluatedCallCount === 0 ? null : stat.flaggedCount / stat.evaluatedCallCount,
    conversation_share: stat.conversationShare,
    top_label: stat.topLabel,
  };
}

export function toSummaryStatsWire(
  stats: SummaryStats,
): Omit<z.input<typeof summaryStatsSchema>, 'refreshed_through'> {
  return {
    median_tool_calls_per_conversation: stats.medianToolCallsPerConversation,
    tool_error_rate: stats.toolErrorRate,
    total_tool_calls: stats.totalToolCalls,
    tool_result_count: stats.toolResultCount,
    failed_tool_result_count: stats.failedToolResultCount,
    conversation_count: stats.conversationCount,
    message_count: stats.messageCount,
    ...toJudgedMessagesWire(stats),
  };
}

export function toBucketWire(bucket: TimeBucket): z.input<typeof timeseriesSchema>['buckets'][number] {
  const { evaluatedMessageCount: evaluated, flaggedMessageCount: flagged } = bucket;
  const interval = evaluated === 0 ? null : wilsonInterval(flagged, evaluated);
  return {
    bucket_start: new Date(bucket.startAt).toISOString(),
    ...toJudgedMessagesWire(bucket),
    flagged_message_count: flagged,
    issue_count: bucket.issueCount,
    issue_rate: evaluated === 0 ? null : flagged / evaluated,
    interval_low: interval?.low ?? null,
    interval_high: interval?.high ?? null,
    labels: toLabelsWire(bucket.labels),
  };
}

export function toParameterRateWire(
  rate: ParameterIssueRate,
): z.input<typeof parameterRatesSchema>['parameters'][number] {
  return {
    parameter_name: rate.parameterName,
    issue_count: rate.issueCount,
    flagged_call_count: rate.flaggedCallCount,
    evaluated_call_count: rate.evaluatedCallCount,
    issue_rate: rate.issueRate,
  };
}
