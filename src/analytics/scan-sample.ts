import { withinShare } from '../platform/mongo/time-limit';
import type { Snapshot } from './scan-messages';
import { scanParts, type WindowPart } from './scan-parts';
import type { SegmentChoice } from './segments';

export interface ScannedParts {
  parts: WindowPart[];
  /** The share of the conversations that were counted; null: all. */
  sampledShare: number | null;
}

const HALF = 0.5;

/** Ids of conversations are random: those below a text are a random share of them, by an index. */
const samples = [
  { share: 1 / 16, idsBelow: '1' },
  { share: 1 / 256, idsBelow: '01' },
  { share: 1 / 4096, idsBelow: '001' },
];

/**
 * As `scanParts`, or of a share of the conversations if all take more than half of the remaining time; each smaller
 * sample has half of what is left.
 */
export async function scanOrSample(
  snapshot: Snapshot,
  query: Record<string, unknown>,
  size: number,
  choice?: SegmentChoice,
): Promise<ScannedParts> {
  const all = await withinShare(snapshot.limit, HALF, (limit) =>
    scanParts({ ...snapshot, limit }, query, size, choice),
  );
  if (all !== null) return { parts: all, sampledShare: null };
  for (const { share, idsBelow } of samples) {
    const parts = await withinShare(snapshot.limit, HALF, (limit) =>
      scanParts({ ...snapshot, limit, idsBelow }, query, size, choice),
    );
    if (parts !== null) return { parts, sampledShare: share };
  }
  // Not even the smallest sample: the remaining time ends with an error.
  return { parts: await scanParts(snapshot, query, size, choice), sampledShare: null };
}
