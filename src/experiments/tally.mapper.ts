import type { z } from 'zod';
import type { Metrics, StatusSummary, Tally } from './experiment';
import type { metricsSchema, statusSummarySchema } from './experiment.schema';

type MetricsWire = z.infer<typeof metricsSchema>;
type StatusSummaryWire = z.infer<typeof statusSummarySchema>;

/** The stored form of a tally, whose numbers are named as in the API. */
interface StoredTally extends Omit<Tally, 'statusSummary' | 'metrics' | 'baselineMetrics'> {
  statusSummary: StatusSummaryWire;
  metrics: MetricsWire;
  baselineMetrics: MetricsWire;
}

/** JSON text, because the keys of metrics are names of tools and parameters, which may contain dots. */
export function serializeTally(tally: Tally): string {
  const stored: StoredTally = {
    ...tally,
    statusSummary: toStatusSummaryWire(tally.statusSummary),
    metrics: toMetricsWire(tally.metrics),
    baselineMetrics: toMetricsWire(tally.baselineMetrics),
  };
  return JSON.stringify(stored);
}

export function parseTally(text: string): Tally {
  const stored = JSON.parse(text) as StoredTally;
  return {
    ...stored,
    statusSummary: fromStatusSummaryWire(stored.statusSummary),
    metrics: fromMetricsWire(stored.metrics),
    baselineMetrics: fromMetricsWire(stored.baselineMetrics),
  };
}

export function toStatusSummaryWire({ inProgress, total, ...counts }: StatusSummary): StatusSummaryWire {
  return { ...counts, in_progress: inProgress, total };
}

function fromStatusSummaryWire({
  in_progress,
  total,
  skipped = 0, // absent in older tallies
  ...counts
}: StatusSummaryWire): StatusSummary {
  return { ...counts, skipped, inProgress: in_progress, total };
}

export function toMetricsWire(metrics: Metrics): MetricsWire {
  return {
    issue_rate: metrics.issueRate,
    total_issues: metrics.totalIssues,
    cost_per_1k: metrics.costPer1k,
    issue_labels: metrics.issueLabels,
    total_input_tokens: metrics.totalInputTokens,
    total_output_tokens: metrics.totalOutputTokens,
    avg_input_tokens: metrics.avgInputTokens,
    avg_output_tokens: metrics.avgOutputTokens,
    avg_issues_per_evaluation: metrics.avgIssuesPerEvaluation,
    issue_free_message_count: metrics.issueFreeMessageCount,
    total_generation_time_ms: metrics.totalGenerationTimeMs,
    avg_response_latency_ms: metrics.avgResponseLatencyMs,
    max_response_latency_ms: metrics.maxResponseLatencyMs,
    parameter_issues: metrics.parameterIssues,
    evaluated_count: metrics.evaluatedCount,
    no_verdict_count: metrics.noVerdictCount,
    not_judgeable_count: metrics.notJudgeableCount,
  };
}

function fromMetricsWire(wire: MetricsWire): Metrics {
  return {
    issueRate: wire.issue_rate,
    totalIssues: wire.total_issues,
    costPer1k: wire.cost_per_1k,
    issueLabels: wire.issue_labels,
    totalInputTokens: wire.total_input_tokens,
    totalOutputTokens: wire.total_output_tokens,
    avgInputTokens: wire.avg_input_tokens,
    avgOutputTokens: wire.avg_output_tokens,
    avgIssuesPerEvaluation: wire.avg_issues_per_evaluation,
    issueFreeMessageCount: wire.issue_free_message_count,
    totalGenerationTimeMs: wire.total_generation_time_ms,
    avgResponseLatencyMs: wire.avg_response_latency_ms,
    maxResponseLatencyMs: wire.max_response_latency_ms,
    parameterIssues: wire.parameter_issues,
    evaluatedCount: wire.evaluated_count,
    noVerdictCount: wire.no_verdict_count,
    notJudgeableCount: wire.not_judgeable_count ?? 0, // absent in older tallies
  };
}
