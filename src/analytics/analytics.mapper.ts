import type { z } from 'zod';
import type {
  breakdownSchema,
  labelDistributionSchema,
  parameterRatesSchema,
  summaryStatsSchema,
  timeseriesSchema,
  toolStatsSchema,
} from './analytics.schema';
import type { SegmentValue } from './breakdown';
import type {
  IssueCounts,
  IssueRate,
  JudgedMessages,
  LabelCount,
  ParameterIssueRate,
  SegmentStats,
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
    ...toIssueRateWire(stat.issueRate),
    conversation_share: stat.conversationShare,
    top_label: stat.topLabel,
  };
}

export function toSummaryStatsWire(
  stats: SummaryStats,
): Omit<z.input<typeof summaryStatsSchema>, 'refreshed_through' | 'sampled_share'> {
  return {
    median_tool_calls_per_conversation: stats.medianToolCallsPerConversation,
    tool_error_rate: stats.toolErrorRate,
    total_tool_calls: stats.totalToolCalls,
    tool_result_count: stats.toolResultCount,
    failed_tool_result_count: stats.failedToolResultCount,
    conversation_count: stats.conversationCount,
    message_count: stats.messageCount,
    reply_count: stats.replyCount,
    ...toJudgedMessagesWire(stats),
  };
}

export function toBucketWire({
  startAt,
  ...counts
}: TimeBucket): z.input<typeof timeseriesSchema>['buckets'][number] {
  return { bucket_start: new Date(startAt).toISOString(), ...toIssueCountsWire(counts) };
}

export function toIssueCountsWire(counts: IssueCounts): z.input<typeof timeseriesSchema>['total'] {
  return { ...toRatesWire(counts), labels: toLabelsWire(counts.labels) };
}

function toRatesWire(counts: Omit<IssueCounts, 'labels'>) {
  return {
    ...toJudgedMessagesWire(counts),
    flagged_message_count: counts.flaggedMessageCount,
    issue_count: counts.issueCount,
    ...toIssueRateWire(counts.issueRate),
  };
}

export function toSegmentValueWire({
  value,
  filter,
  isPartial,
  ...stats
}: SegmentValue): z.input<typeof breakdownSchema>['values'][number] {
  return { value, is_other: value === null, is_partial: isPartial, filter, ...toSegmentWire(stats) };
}

export function toSegmentWire(stats: SegmentStats): z.input<typeof breakdownSchema>['total'] {
  return {
    first_message_at: stats.firstMessageAt?.toISOString() ?? null,
    message_count: stats.messageCount,
    ...toRatesWire(stats),
    cost_usd: stats.costUsd,
    latency_p50_ms: stats.latencyMs.p50,
    latency_p95_ms: stats.latencyMs.p95,
    input_tokens: stats.tokens?.input ?? null,
    output_tokens: stats.tokens?.output ?? null,
  };
}

function toIssueRateWire(rate: IssueRate | null) {
  return {
    issue_rate: rate?.rate ?? null,
    interval_low: rate?.interval.low ?? null,
    interval_high: rate?.interval.high ?? null,
    evaluated_conversation_count: rate?.conversationCount ?? 0,
    flagged_conversation_count: rate?.flaggedConversationCount ?? 0,
    conversation_issue_rate: rate === null ? null : rate.flaggedConversationCount / rate.conversationCount,
    conversation_interval_low: rate?.conversationInterval.low ?? null,
    conversation_interval_high: rate?.conversationInterval.high ?? null,
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
    ...toIssueRateWire(rate.issueRate),
  };
}
