import { currentTime } from '../platform/clock';
import { type TimeLimit, withinTimeLimit } from '../platform/mongo/time-limit';
import { HOUR_MS, type Interval } from './interval';
import { inSnapshot, type SnapshotOptions, storedDimensions } from './open-snapshot';
import { emptyRollup, type Rollup } from './rollup';
import type { RollupList } from './rollup-text';
import type { Snapshot } from './scan-messages';
import type { WindowPart } from './scan-parts';
import { type ScannedParts, scanOrSample } from './scan-sample';
import { noSegments, type SegmentChoice, type ValuedSegment } from './segments';
import type { Selection } from './selection';
import { readReadyWindow } from './window-reader';

export interface AnalyticsDependencies
  extends Pick<SnapshotOptions, 'invalidation' | 'maxUndivided' | 'maxValues' | 'tagKeysOf'> {
  /** Time limit of a query, in milliseconds. */
  queryTimeoutMs: number;
  /** The current time, for the expiry of messages. */
  now?: () => Date;
}

/** What one query reads, and until when. */
export interface PartsQuery {
  workspaceId: string;
  lists: readonly RollupList[];
  /** Length of the periods of the parts, in milliseconds; Infinity: one part or more, of which nothing is said. */
  size: number;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/** A read of messages that are in a window. */
export interface WindowRead {
  workspaceId: string;
  window: Interval;
  limit: TimeLimit;
}

/** The rollup of messages within one period. */
export interface RollupPart {
  start: number;
  rollup: Rollup;
}

export interface SelectedParts {
  parts: RollupPart[];
  /** The share of the conversations that were counted; null: all. */
  sampledShare: number | null;
}

/**
 * Reads a selection in parts. Those of time alone, or of time and one segment, are read from rollups.
 * @throws AppError query_timeout
 */
export async function readParts(
  dependencies: AnalyticsDependencies,
  { workspaceId, lists, size, signal }: PartsQuery,
  { query, window, isTimeOnly, segment }: Selection,
): Promise<SelectedParts> {
  const stored = segment === null ? [] : await storedDimensions(dependencies, workspaceId);
  const isInRollups = segment !== null && stored.includes(segment.dimension);
  const usesRollups = size >= HOUR_MS && (isTimeOnly || isInRollups);
  return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
    const scan = async (snapshot: Snapshot) => toParts(await scanOrSample(snapshot, query, size), null);
    if (!usesRollups) return inSnapshotOf(dependencies, { workspaceId, window, limit }, scan);
    await mergeMarks(dependencies, workspaceId, window, limit);
    return inSnapshotOf(dependencies, { workspaceId, window, limit }, async (snapshot) => {
      const choice: SegmentChoice =
        segment === null ? noSegments : { dimensions: [segment.dimension], value: segment.value };
      const parts = await readReadyWindow(snapshot, { window, size, lists, choice });
      // The rest has many values. Checked after the read, which may have filled a list.
      const mayBeInRest = segment !== null && snapshot.values.mayBeInRest(segment);
      return parts === null || mayBeInRest ? scan(snapshot) : toParts({ parts, sampledShare: null }, segment);
    });
  });
}

/** Marks of the window are merged before it is read. */
export function mergeMarks(
  { invalidation }: AnalyticsDependencies,
  workspaceId: string,
  { start, end }: Interval,
  limit: TimeLimit,
): Promise<void> {
  return invalidation.mergeMarks(workspaceId, { from: start, to: end }, limit);
}

export function inSnapshotOf<Result>(
  { now = currentTime, ...options }: AnalyticsDependencies,
  { workspaceId, window, limit }: WindowRead,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return inSnapshot({ ...options, workspaceId, window, now: now() }, limit, read);
}

function toParts({ parts, sampledShare }: ScannedParts, segment: ValuedSegment | null): SelectedParts {
  const rollupOf = ({ whole, segments }: WindowPart) =>
    segment === null ? whole : (segments.get(segment.dimension)?.get(segment.value) ?? emptyRollup());
  return { parts: parts.map((part) => ({ start: part.start, rollup: rollupOf(part) })), sampledShare };
}
