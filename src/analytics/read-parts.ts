import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import { currentTime } from '../platform/clock';
import { type TimeLimit, withinTimeLimit } from '../platform/mongo/time-limit';
import { HOUR_MS, type Interval } from './interval';
import { CHOSEN_TAGS, inSnapshot } from './open-snapshot';
import { emptyRollup, type Rollup } from './rollup';
import type { RollupList } from './rollup-text';
import { MAX_UNDIVIDED, type Snapshot } from './scan-messages';
import type { WindowPart } from './scan-parts';
import { type ScannedParts, scanOrSample } from './scan-sample';
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
  const usesRollups = size >= HOUR_MS && (isTimeOnly || isInRollups(dependencies, segment));
  return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
    const scan = async (snapshot: Snapshot) => toParts(await scanOrSample(snapshot, query, size), null);
    if (!usesRollups) return inSnapshotOf(dependencies, workspaceId, limit, scan);
    await mergeMarks(dependencies, workspaceId, window, limit);
    return inSnapshotOf(dependencies, workspaceId, limit, async (snapshot) => {
      const choice: SegmentChoice =
        segment === null ? noSegments : { dimensions: [segment.dimension], value: segment.value };
      const parts = await readWindow(snapshot, { window, size, lists, choice });
      // The rest has many values. Checked after the read, which may have filled the list.
      const isInRest = segment !== null && snapshot.values.isInRest(segment);
      return isInRest ? scan(snapshot) : toParts({ parts, sampledShare: null }, segment);
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

function toParts({ parts, sampledShare }: ScannedParts, segment: ValuedSegment | null): SelectedParts {
  const rollupOf = ({ whole, segments }: WindowPart) =>
    segment === null ? whole : (segments.get(segment.dimension)?.get(segment.value) ?? emptyRollup());
  return { parts: parts.map((part) => ({ start: part.start, rollup: rollupOf(part) })), sampledShare };
}
