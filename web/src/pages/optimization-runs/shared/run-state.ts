import type { OptimizationRun } from '../../../api/types';
import { metricDescriptions, type ObjectiveMetric } from '../../../text/metrics';
import { formatCount, formatSigned } from '../../../text/numbers';
import { humanize } from '../../../text/wording';

type Objective = OptimizationRun['objective'];
type Constraint = OptimizationRun['constraints'][number];

/** Whether a run has not ended. */
export function isRunOpen({ status }: Pick<OptimizationRun, 'status'>): boolean {
  return status === 'preparing' || status === 'ready' || status === 'running';
}

const objectiveMetrics: readonly ObjectiveMetric[] = [
  'issue_rate',
  'avg_issues_per_evaluation',
  'cost_per_1k',
  'avg_response_latency_ms',
  'max_response_latency_ms',
  'avg_input_tokens',
  'avg_output_tokens',
];

/** The metrics that can be an objective or constrained, for a choice. */
export const metricOptions = objectiveMetrics.map((id) => ({ id, name: metricDescriptions[id].label }));

const formatLabelScope = ({ label }: { label: string | null }) =>
  label === null ? '' : ` (${humanize(label)})`;

/** The objective of a run: `Minimize issue rate`. */
export function formatObjective(objective: Objective): string {
  const direction = objective.direction === 'minimize' ? 'Minimize' : 'Maximize';
  return `${direction} ${metricDescriptions[objective.metric].label.toLowerCase()}${formatLabelScope(objective)}`;
}

/** A constraint: `Issue rate ≤ 5.0%`, or `Issue rate, difference from baseline ≤ +1 points`. */
export function formatConstraint(constraint: Constraint): string {
  const { metric, min, max, relative_to: relativeTo } = constraint;
  const { label } = metricDescriptions[metric];
  const isRelative = relativeTo !== null;
  const format = (limit: number) =>
    isRelative ? formatDifference(metric, limit) : metricDescriptions[metric].format(limit);
  const limits = [
    ...(min === null ? [] : [`≥ ${format(min)}`]),
    ...(max === null ? [] : [`≤ ${format(max)}`]),
  ];
  const quantity = `${label}${formatLabelScope(constraint)}${isRelative ? ', difference from baseline' : ''}`;
  return `${quantity} ${limits.join(' and ')}`;
}

/** A difference of a metric with its sign and unit; a dash where there is none. */
export function formatDifference(metric: ObjectiveMetric, difference: number | null): string {
  const { format, formatDifference: formatSize = format } = metricDescriptions[metric];
  return formatSigned(difference, formatSize);
}

/** The paired test of a metric, for a sentence. */
export function describeTest(metric: ObjectiveMetric): string {
  if (metric === 'issue_rate') return 'exact McNemar test';
  return metric === 'max_response_latency_ms' ? 'exchange test of the maxima' : 'sign-flip test of the mean';
}

/** Formats the attempts out of the limit, and those that were preempted, which do not count against it. */
export function formatAttempts({ attempts, max_attempts: max }: OptimizationRun): string {
  const preempted = attempts.filter(({ outcome }) => outcome === 'preempted').length;
  const counted = `${formatCount(attempts.length - preempted)} of ${formatCount(max)}`;
  return preempted === 0 ? counted : `${counted}, ${formatCount(preempted)} preempted`;
}
