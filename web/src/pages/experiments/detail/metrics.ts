import type { Metrics } from '../../../api/types';
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
} from '../../../text/numbers';

export interface MetricRow {
  name: string;
  /** With their units; a dash where there is no value. */
  value: string;
  baseline: string;
  difference: string;
  /** Whether the difference is for the better; null where there is none, or neither is better. */
  isBetter: boolean | null;
}

type Value = number | null;

interface MetricKind {
  name: string;
  of: (metrics: Metrics) => Value;
  format: (value: Value) => string;
  /** How the size of a difference is written, where it is not as a value is. */
  formatDifference?: (size: number) => string;
  /** Neither is better where it is missing. */
  better?: 'less' | 'more';
  /** Grows with the number of judged replies, so that it compares only where as many are judged. */
  isCount?: boolean;
}

const formatMean = (value: Value) => formatDecimal(value, 3);

const kinds: MetricKind[] = [
  {
    name: 'Issue rate',
    of: (metrics) => metrics.issue_rate,
    format: formatShare,
    formatDifference: formatPoints,
    better: 'less',
  },
  {
    name: 'Issues per reply',
    of: (metrics) => metrics.avg_issues_per_evaluation,
    format: formatMean,
    better: 'less',
  },
  {
    name: 'Issues',
    of: (metrics) => metrics.total_issues,
    format: formatCount,
    better: 'less',
    isCount: true,
  },
  {
    name: 'Replies without an issue',
    of: (metrics) => metrics.issue_free_message_count,
    format: formatCount,
    better: 'more',
    isCount: true,
  },
  { name: 'Replies judged', of: (metrics) => metrics.evaluated_count, format: formatCount },
  { name: 'Replies without a verdict', of: (metrics) => metrics.no_verdict_count, format: formatCount },
  {
    name: 'Cost of 1,000 replies',
    of: (metrics) => metrics.cost_per_1k,
    format: formatDollars,
    better: 'less',
  },
  {
    name: 'Latency, mean',
    of: (metrics) => metrics.avg_response_latency_ms,
    format: formatDuration,
    better: 'less',
  },
  {
    name: 'Latency, longest',
    of: (metrics) => metrics.max_response_latency_ms,
    format: formatDuration,
    better: 'less',
  },
  { name: 'Input per reply', of: (metrics) => metrics.avg_input_tokens, format: formatTokens },
  { name: 'Output per reply', of: (metrics) => metrics.avg_output_tokens, format: formatTokens },
];

/** The metrics of an experiment beside those of the recorded replies. */
export function compareMetrics(metrics: Metrics, baseline: Metrics): MetricRow[] {
  const areComparable = haveAsMany(metrics, baseline);
  return kinds.map((kind) => {
    const value = kind.of(metrics);
    const before = kind.of(baseline);
    const difference = value === null || before === null ? null : value - before;
    const formatDifference = kind.formatDifference ?? kind.format;
    return {
      name: kind.name,
      value: kind.format(value),
      baseline: kind.format(before),
      difference: formatSigned(difference, formatDifference),
      isBetter:
        difference === null ||
        isWrittenAsZero(difference, formatDifference) ||
        kind.better === undefined ||
        (kind.isCount && !areComparable)
          ? null
          : difference < 0 === (kind.better === 'less'),
    };
  });
}

/** Whether as many replies are judged on both sides, so that counts can be compared. */
export function haveAsMany(metrics: Metrics, baseline: Metrics): boolean {
  return metrics.evaluated_count === baseline.evaluated_count;
}

export interface CountRow {
  /** The label, or tool and parameter. */
  names: readonly string[];
  count: number;
  baseline: number;
}

/** Issues by label in both, the most frequent first. */
export function compareLabels(metrics: Metrics, baseline: Metrics): CountRow[] {
  return compareCounts(Object.entries(metrics.issue_labels), Object.entries(baseline.issue_labels), (key) => [
    key,
  ]);
}

/** Issues in tool arguments by tool and parameter in both, the most frequent first. */
export function compareParameters(metrics: Metrics, baseline: Metrics): CountRow[] {
  return compareCounts(flatten(metrics), flatten(baseline), (key) => JSON.parse(key) as string[]);
}

function flatten({ parameter_issues: issues }: Metrics): [string, number][] {
  return Object.entries(issues).flatMap(([tool, parameters]) =>
    Object.entries(parameters).map(([parameter, count]): [string, number] => [
      JSON.stringify([tool, parameter]),
      count,
    ]),
  );
}

function compareCounts(
  counts: readonly [string, number][],
  baseline: readonly [string, number][],
  namesOf: (key: string) => string[],
): CountRow[] {
  const now = new Map(counts);
  const before = new Map(baseline);
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => ({ names: namesOf(key), count: now.get(key) ?? 0, baseline: before.get(key) ?? 0 }))
    .sort((a, b) => b.count + b.baseline - (a.count + a.baseline));
}
