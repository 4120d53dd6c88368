import type { GetResponse } from '../../api/types';
import { formatCount, formatDollars, formatDuration, formatShare, formatTokens } from '../../text/numbers';
import { type Dimension, tagKeyOf } from './dimensions';

export type Breakdown = GetResponse<'/v1/analytics/breakdown'>;
export type Segment = Breakdown['values'][number];
export type Total = Breakdown['total'];

export const measures = ['issues', 'cost', 'latency', 'tokens'] as const;
export type Measure = (typeof measures)[number];

export const measureNames: Record<Measure, string> = {
  issues: 'Issues',
  cost: 'Cost',
  latency: 'Latency',
  tokens: 'Tokens',
};

interface Measured {
  /** Null without data. */
  size: number | null;
  /** By which values are ranked; default: the size. */
  rank?: number;
  value: string;
  detail: string;
}

/** What a value counts: a tool has results too, and a tag all messages of its conversations. */
export function nameCounted(dimension: Dimension): 'messages' | 'replies' {
  return dimension === 'tool' || tagKeyOf(dimension) !== null ? 'messages' : 'replies';
}

/** A value of a dimension by a measure. */
function measure(by: Measure, dimension: Dimension, segment: Segment, total: Total): Measured {
  const counted = `${formatCount(segment.message_count)} ${nameCounted(dimension)}`;
  switch (by) {
    case 'issues':
      return isOfFindings(dimension) ? shareOfAll(segment, total) : issueRate(segment);
    case 'cost':
      return { size: segment.cost_usd, value: formatDollars(segment.cost_usd), detail: counted };
    case 'latency': {
      const { latency_p50_ms: median, latency_p95_ms: high } = segment;
      return {
        size: high,
        value: formatDuration(high),
        detail: `95th percentile; median ${formatDuration(median)}`,
      };
    }
    case 'tokens': {
      const { input_tokens: input, output_tokens: output } = segment;
      const size = input === null && output === null ? null : (input ?? 0) + (output ?? 0);
      return {
        size,
        value: formatTokens(size),
        detail: `${formatCount(input)} in, ${formatCount(output)} out`,
      };
    }
  }
}

function issueRate(segment: Segment): Measured {
  const { flagged_message_count: flagged, evaluated_message_count: evaluated } = segment;
  return {
    size: segment.issue_rate,
    rank: flagged,
    value: formatShare(segment.issue_rate),
    detail: `${formatCount(flagged)} of ${formatCount(evaluated)} replies`,
  };
}

/** Only messages with findings have a label or a parameter, so their share of all is shown. */
function isOfFindings(dimension: Dimension): boolean {
  return dimension === 'label' || dimension === 'parameter';
}

function shareOfAll({ flagged_message_count: count }: Segment, total: Total): Measured {
  const all = total.evaluated_message_count;
  const size = all === 0 ? null : count / all;
  return { size, value: formatShare(size), detail: `${formatCount(count)} of ${formatCount(all)} replies` };
}

/** The values that have data by a measure, the highest rank first. */
export function rankSegments(by: Measure, dimension: Dimension, { values, total }: Breakdown) {
  return values
    .map((segment) => ({ segment, ...measure(by, dimension, segment, total) }))
    .filter(({ size }) => size !== null)
    .sort((one, other) => (other.rank ?? other.size ?? 0) - (one.rank ?? one.size ?? 0));
}
