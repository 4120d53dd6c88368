import type { z } from 'zod';
import type {
  parameterRatesSchema,
  summaryStatsSchema,
  timeseriesSchema,
  toolStatsSchema,
} from './analytics.schema';
import type { ParameterIssueRate, SummaryStats, TimeBucket, ToolStat } from './rollup-stats';

export function toToolStatWire(stat: ToolStat): z.input<typeof toolStatsSchema>['tools'][number] {
  return {
    tool_name: stat.toolName,
    call_count: stat.callCount,
    flagged_count: stat.flaggedCount,
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
    evaluated_message_count: stats.evaluatedMessageCount,
  };
}

export function toBucketWire(bucket: TimeBucket): z.input<typeof timeseriesSchema>['buckets'][number] {
  return {
    bucket_start: new Date(bucket.startAt).toISOString(),
    evaluated_message_count: bucket.evaluatedMessageCount,
    flagged_message_count: bucket.flaggedMessageCount,
    issue_count: bucket.issueCount,
    labels: bucket.labels,
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
