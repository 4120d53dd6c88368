import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import { currentTime } from '../platform/clock';
import { type TimeLimit, withinTimeLimit } from '../platform/mongo/time-limit';
import { HOUR_MS, type Interval } from './interval';
import { CHOSEN_TAGS, inSnapshot } from './open-snapshot';
import { emptyRollup, type Rollup } from './rollup';
import type { RollupList } from './rollup-text';
import { MAX_UNDIVIDED, type Snapshot } from './scan-messages';
import { scanParts } from './scan-parts';
import { noSegments, type SegmentChoice } from './segments';
import type { Selection, ValuedSegment } from './selection';
import { readWindow } from './window-reader';

export interface AnalyticsDependencies {
  invalidation: InvalidationService;
  /** Time limit of a query, in milliseconds. */
  queryTimeoutMs: number;
  /** The current time, for the expiry of messages. */
  now?: () => Date;
  maxUndivided?: number;
  /** The tags whose values are segments. */
  tagKeys?: readonly string[];
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

/** The rollup of messages within one period. */
export interface RollupPart {
  start: number;
  rollup: Rollup;
}

/**
 * Reads a selection in parts. Those of time alone, or of time and one segment, are read from rollups.
 * @throws AppError query_timeout
 */
export async function readParts(
  dependencies: AnalyticsDependencies,
  { workspaceId, lists, size, signal }: PartsQuery,
  { query, window, isTimeOnly, segment }: Selection,
): Promise<RollupPart[]> {
  const usesRollups = size >= HOUR_MS && (isTimeOnly || isInRollups(dependencies, segment));
  return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
    const scan = (snapshot: Snapshot) => scanParts(snapshot, query, size);
    if (!usesRollups) return toParts(await inSnapshotOf(dependencies, workspaceId, limit, scan), null);
    await mergeMarks(dependencies, workspaceId, window, limit);
    return inSnapshotOf(dependencies, workspaceId, limit, async (snapshot) => {
      const choice: SegmentChoice =
        segment === null ? noSegments : { dimensions: [segment.dimension], value: segment.value };
      const parts = await readWindow(snapshot, { window, size, lists, choice });
      // The rest has many values. Checked after the read, which may have filled the list.
      const isInRest = segment !== null && snapshot.values.isInRest(segment);
      return isInRest ? toParts(await scan(snapshot), null) : toParts(parts, segment);
    });
  });
}

/** Whether rollups have the segments of its dimension. */
export function isInRollups(
  { tagKeys = CHOSEN_TAGS }: AnalyticsDependencies,
  segment: ValuedSegment | null,
): boolean {
  if (segment === null) return false;
  const { dimension } = segment;
  return !dimension.startsWith('tag:') || tagKeys.some((key) => dimension === `tag:${key}`);
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
  {
    invalidation,
    now = currentTime,
    maxUndivided = MAX_UNDIVIDED,
    tagKeys = CHOSEN_TAGS,
  }: AnalyticsDependencies,
  workspaceId: string,
  limit: TimeLimit,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return inSnapshot({ invalidation, workspaceId, now: now(), maxUndivided, tagKeys }, limit, read);
}

function toParts(parts: Awaited<ReturnType<typeof readWindow>>, segment: ValuedSegment | null): RollupPart[] {
  return parts.map(({ start, whole, segments }) => ({
    start,
    rollup: segment === null ? whole : (segments.get(segment.dimension)?.get(segment.value) ?? emptyRollup()),
  }));
}
