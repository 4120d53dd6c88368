import type { ClusteredOutcomes } from '../../../packages/statistics';

/** A value of a dimension; null: all values that have no segment. */
export interface Segment {
  dimension: string;
  value: string | null;
}

export function segmentKey({ dimension, value }: Segment): string {
  return JSON.stringify([dimension, value]);
}

/** The values of these dimensions are parts of what is flagged, and not of the replies. */
export function isOutcomeDimension(dimension: string): boolean {
  return dimension === 'label' || dimension === 'parameter';
}

/** Of two periods, whether evaluated replies are flagged, by conversation. */
export interface PeriodPair {
  before: ClusteredOutcomes;
  after: ClusteredOutcomes;
}

/** The replies of a segment. */
export interface SegmentPair extends PeriodPair {
  segment: Segment;
}
