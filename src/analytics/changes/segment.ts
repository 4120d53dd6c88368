import type { ClusteredOutcomes } from '../../../packages/statistics';
import type { Dimension, Segment } from '../segments';

export function segmentKey({ dimension, value }: Segment): string {
  return JSON.stringify([dimension, value]);
}

/** The values of these dimensions are parts of what is flagged, and not of the replies. */
export function isOutcomeDimension(dimension: Dimension): boolean {
  return dimension === 'label' || dimension === 'parameter';
}

/** A value for each of two periods. */
export interface PerPeriod<Value> {
  before: Value;
  after: Value;
}

/** Of two periods, whether evaluated replies are flagged, by conversation. */
export type PeriodPair = PerPeriod<ClusteredOutcomes>;

/** The replies of a segment. */
export interface SegmentPair extends PeriodPair {
  segment: Segment;
}

export function mapPeriods<Value>(of: (period: keyof PeriodPair) => Value): PerPeriod<Value> {
  return { before: of('before'), after: of('after') };
}

/** Whether a period has no evaluated reply. */
export function isEmpty({ before, after }: PeriodPair): boolean {
  return before.outcomes === 0 || after.outcomes === 0;
}
