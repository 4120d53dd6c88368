import type { z } from 'zod';
import type { Metrics, StatusSummary } from '../store/experiment';
import type { metricsSchema, statusSummarySchema } from './experiment.schema';

type MetricsWire = z.infer<typeof metricsSchema>;
type StatusSummaryWire = z.infer<typeof statusSummarySchema>;

export function toStatusSummaryWire({ inProgress, total, ...counts }: StatusSummary): StatusSummaryWire {
  return { ...counts, in_progress: inProgress, total };
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
    schema_mismatch_count: metrics.schemaMismatchCount,
  };
}
