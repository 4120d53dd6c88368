import { addMessage, countMessage } from './add-message';
import type { CountedMessage } from './counted-message.repository';
import type { DimensionValues } from './dimension-values';
import { type Dimension, getOrCreateSegment, type SegmentedRollup, valuesOf } from './segments';

/** Counts one more message, in its segments too. */
export function addToSegments(
  { whole, segments }: SegmentedRollup,
  message: CountedMessage,
  dimensions: readonly Dimension[],
  values: DimensionValues,
): void {
  const counts = countMessage(message);
  addMessage(whole, counts);
  const ofBlock = values.at(counts.at);
  for (const dimension of dimensions) {
    const admitted = new Set(
      [...valuesOf(message, dimension)].map((value) => ofBlock.admit(dimension, value)),
    );
    for (const value of admitted) addMessage(getOrCreateSegment(segments, { dimension, value }), counts);
  }
}
