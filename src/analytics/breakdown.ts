import { withinTimeLimit } from '../platform/mongo/time-limit';
import type { AnalyticsQuery, Sampled } from './analytics-query';
import type { AnalyticsDependencies } from './read-parts';
import { readSelectedSegments } from './read-segments';
import { type SegmentStats, segmentStats } from './rollup-stats';
import type { Dimension } from './segments';
import { narrow, selectMessages } from './selection';

const MAX_VALUES = 200;

export interface Breakdown {
  /** Those with the most messages in descending order, then the rest. */
  values: SegmentValue[];
  /** Values with fewer messages, which are left out. */
  omittedValueCount: number;
  /** Of all messages. */
  total: SegmentStats;
}

export interface SegmentValue extends SegmentStats {
  /** Null: the rest. */
  value: string | null;
  /** Selects its messages; null for the rest. */
  filter: string | null;
  /** More of its messages may be in the rest. */
  isPartial: boolean;
}

/** The values of a dimension, and the counts of all messages. */
export async function breakdown(
  dependencies: AnalyticsDependencies,
  { workspaceId, filter, signal }: AnalyticsQuery,
  dimension: Dimension,
): Promise<Sampled<Breakdown>> {
  const selection = selectMessages(filter);
  const { whole, segments, sampledShare, isPartial } = await withinTimeLimit(
    dependencies.queryTimeoutMs,
    signal,
    (limit) => readSelectedSegments(dependencies, { workspaceId, dimensions: [dimension], limit }, selection),
  );
  const all = [...(segments.get(dimension) ?? [])]
    .filter(([, { sums }]) => sums.messages > 0)
    .map(([value, rollup]) => ({
      value,
      filter: narrow(filter, { dimension, value }),
      isPartial: value !== null && isPartial({ dimension, value }),
      ...segmentStats(rollup),
    }));
  const named = all.filter(({ value }) => value !== null).sort(compareValues);
  const values = [...named.slice(0, MAX_VALUES), ...all.filter(({ value }) => value === null)];
  return { values, omittedValueCount: all.length - values.length, total: segmentStats(whole), sampledShare };
}

function compareValues(one: SegmentValue, other: SegmentValue): number {
  return other.messageCount - one.messageCount || ((one.value ?? '') < (other.value ?? '') ? -1 : 1);
}
