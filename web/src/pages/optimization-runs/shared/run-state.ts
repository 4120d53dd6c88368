import type { OptimizationRun } from '../../../api/types';
import {
  formatCount,
  formatDecimal,
  formatDollars,
  formatDuration,
  formatPoints,
  formatShare,
  formatSigned,
  formatTokens,
} from '../../../text/numbers';
import { sayPlainly } from '../../../text/wording';

export type Objective = OptimizationRun['objective'];
type Constraint = OptimizationRun['constraints'][number];
export type RunMetric = Objective['metric'];

const POLL_MS = 2000;

/** Whether something will still happen to it. */
export function isRunOpen({ status }: Pick<OptimizationRun, 'status'>): boolean {
  return status === 'preparing' || status === 'ready' || status === 'running';
}

/** Milliseconds until some runs are worth reading anew; false when all have ended. */
export function runPollInterval(runs: readonly OptimizationRun[]): number | false {
  return runs.some(isRunOpen) ? POLL_MS : false;
}

/** The metrics that a run can be about, as people read them. */
export const runMetrics: Record<RunMetric, string> = {
  issue_rate: 'issue rate',
  avg_issues_per_evaluation: 'issues per reply',
  cost_per_1k: 'cost of 1,000 replies',
  avg_response_latency_ms: 'mean latency',
  max_response_latency_ms: 'longest latency',
  avg_input_tokens: 'input per reply',
  avg_output_tokens: 'output per reply',
};

/** The same, for a choice. */
export const metricOptions = Object.entries(runMetrics).map(([id, name]) => ({ id: id as RunMetric, name }));

/** A value of a metric with its unit. */
export function formatMetric(metric: RunMetric, value: number | null): string {
  switch (metric) {
    case 'issue_rate':
      return formatShare(value);
    case 'avg_issues_per_evaluation':
      return formatDecimal(value, 3);
    case 'cost_per_1k':
      return formatDollars(value);
    case 'avg_response_latency_ms':
    case 'max_response_latency_ms':
      return formatDuration(value);
    default:
      return formatTokens(value);
  }
}

/** A difference of two values of a metric, with its sign and unit; shares differ by points. */
export function formatMetricDifference(metric: RunMetric, difference: number): string {
  return formatSigned(difference, (size) =>
    metric === 'issue_rate' ? formatPoints(size) : formatMetric(metric, size),
  );
}

const ofLabel = ({ label }: { label: string | null }) => (label === null ? '' : ` of ${sayPlainly(label)}`);

/** What is to become better: `lower issue rate`. */
export function sayObjective(objective: Objective): string {
  const direction = objective.direction === 'minimize' ? 'lower' : 'higher';
  return `${direction} ${runMetrics[objective.metric]}${ofLabel(objective)}`;
}

/** What a candidate has to keep to: `issue rate at most 5.0 %`. */
export function sayConstraint(constraint: Constraint): string {
  const { metric, min, max } = constraint;
  const limits = [
    ...(min === null ? [] : [`at least ${formatMetric(metric, min)}`]),
    ...(max === null ? [] : [`at most ${formatMetric(metric, max)}`]),
  ];
  return `${runMetrics[metric]}${ofLabel(constraint)} ${limits.join(' and ')}`;
}

/** How many attempts there were, of those there may be. */
export function sayAttempts({ attempts, max_attempts: most }: OptimizationRun): string {
  return `${formatCount(attempts.length)} of ${formatCount(most)}`;
}
