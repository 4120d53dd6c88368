import type { ClusteredOutcomes } from '../../../packages/statistics';
import type { Dimension, Segment } from '../segments';

export function segmentKey({ dimension, value }: Segment): string {
  return JSON.stringify([dimension, value]);
}

/** The values of these dimensions are parts of what is flagged, and not of the replies. */
export function isOutcomeDimension(dimension: Dimension): boolean {
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
