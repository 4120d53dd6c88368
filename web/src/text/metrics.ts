import type { Metrics, OptimizationRun } from '../api/types';
import {
  formatCount,
  formatDecimal,
  formatDollars,
  formatDuration,
  formatPoints,
  formatShare,
  formatSigned,
  formatTokens,
  isWrittenAsZero,
} from './numbers';

/** The metrics that an optimization run can have as its objective or constrain. */
export type ObjectiveMetric = OptimizationRun['objective']['metric'];

/** The numeric metrics, by API field. */
export type MetricId =
  | ObjectiveMetric
  | 'total_issues'
  | 'issue_free_message_count'
  | 'evaluated_count'
  | 'no_verdict_count'
  | 'not_judgeable_count'
  | 'schema_mismatch_count';

type Value = number | null | undefined;
type Direction = 'lower' | 'higher';

interface MetricDescription {
  label: string;
  /** The unit in which a limit is typed; absent for plain numbers. */
  inputUnit?: string;
  /** With its unit; a dash where there is no value. */
  format: (value: Value) => string;
  /** The size of a difference, where it is not written like a value. */
  formatDifference?: (size: number) => string;
  /** Absent where neither direction is better. */
  better?: Direction;
}

/** How each metric is named, written and compared, in the order of its table. */
export const metricDescriptions: Readonly<Record<MetricId, MetricDescription>> = {
  issue_rate: {
    label: 'Issue rate',
    inputUnit: 'percent',
    format: formatShare,
    formatDifference: formatPoints,
    better: 'lower',
  },
  avg_issues_per_evaluation: {
    label: 'Issues per reply',
    format: (value) => formatDecimal(value, 3),
    better: 'lower',
  },
  total_issues: { label: 'Issues', format: formatCount },
  issue_free_message_count: { label: 'Replies without issues', format: formatCount },
  evaluated_count: { label: 'Evaluated replies', format: formatCount },
  no_verdict_count: { label: 'Replies without a verdict', format: formatCount },
  not_judgeable_count: { label: 'Replies not judgeable', format: formatCount },
  schema_mismatch_count: { label: 'Replies that do not match the output schema', format: formatCount },
  cost_per_1k: {
    label: 'Cost per 1,000 replies',
    inputUnit: 'US dollars',
    format: formatDollars,
    better: 'lower',
  },
  avg_response_latency_ms: {
    label: 'Mean latency',
    inputUnit: 'milliseconds',
    format: formatDuration,
    better: 'lower',
  },
  max_response_latency_ms: {
    label: 'Max latency',
    inputUnit: 'milliseconds',
    format: formatDuration,
    better: 'lower',
  },
  avg_input_tokens: { label: 'Input per reply', inputUnit: 'tokens', format: formatTokens },
  avg_output_tokens: { label: 'Output per reply', inputUnit: 'tokens', format: formatTokens },
};

export interface MetricComparison {
  id: MetricId;
  name: string;
  baseline: string;
  value: string;
  /** Value minus baseline with its sign and unit; null where either is missing. */
  difference: string | null;
  /** Whether the difference is an improvement; null where there is none, or neither direction is better. */
  isBetter: boolean | null;
}

/** A value of a metric compared with its baseline. */
export function compareMetric(
  id: MetricId,
  baseline: Value,
  value: Value,
  better: Direction | undefined = metricDescriptions[id].better,
): MetricComparison {
  const { label, format, formatDifference = format } = metricDescriptions[id];
  const difference = baseline == null || value == null ? null : value - baseline;
  const isNeutral =
    difference === null || better === undefined || isWrittenAsZero(difference, formatDifference);
  return {
    id,
    name: label,
    baseline: format(baseline),
    value: format(value),
    difference: difference === null ? null : formatSigned(difference, formatDifference),
    isBetter: isNeutral ? null : difference < 0 === (better === 'lower'),
  };
}

const metricIds = Object.keys(metricDescriptions) as MetricId[];

/** All metrics next to those of a baseline, which may be over other replies. */
export function listMetrics(baseline: Metrics, metrics: Metrics): Omit<MetricComparison, 'isBetter'>[] {
  return metricIds.map((id) => compareMetric(id, baseline[id], metrics[id]));
}
