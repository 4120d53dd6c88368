import type { TimeLimit } from '../platform/mongo/time-limit';
import { allTime, type Interval } from './interval';
import { storedDimensions } from './open-snapshot';
import { type AnalyticsDependencies, inSnapshotOf, mergeMarks } from './read-parts';
import type { RollupList } from './rollup-text';
import { withoutExperimentReplies } from './scan-messages';
import { scanOrSample } from './scan-sample';
import {
  type Dimension,
  matchesValue,
  mergeSegmented,
  type SegmentedRollup,
  type ValuedSegment,
} from './segments';
import type { Selection } from './selection';
import { readReadyWindow } from './window-reader';

export interface DimensionsQuery {
  workspaceId: string;
  dimensions: readonly Dimension[];
  limit: TimeLimit;
}

export interface SegmentsQuery extends DimensionsQuery {
  window: Interval;
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
}

export interface SelectedSegments extends SegmentedRollup {
  /** The share of the conversations that were counted; null: all. */
  sampledShare: number | null;
  /** Whether messages with a value may be in the rest too: in a block in which it is not counted by itself. */
  isPartial: (segment: ValuedSegment) => boolean;
}

// Those of rates, cost, latency and tokens.
const lists: readonly RollupList[] = ['latencies', 'labels', 'fragments'];

/** As `readSelectedSegments`, of a window or of one segment in it. */
export function readSegments(
  dependencies: AnalyticsDependencies,
  { window, within, ...query }: SegmentsQuery,
): Promise<SelectedSegments> {
  const matches = within === null ? {} : matchesValue(within);
  return readSelectedSegments(dependencies, query, {
    window,
    isTimeOnly: within === null,
    query: { ...withoutExperimentReplies(window), ...matches },
  });
}

/**
 * The rollups of all messages that are selected and of their segments in the dimensions, without fragments. Tools,
 * their callers and the numbers of calls may be missing.
 * @throws AppError query_timeout
 */
export async function readSelectedSegments(
  dependencies: AnalyticsDependencies,
  { workspaceId, dimensions, limit }: DimensionsQuery,
  { query, window, isTimeOnly }: Pick<Selection, 'query' | 'window' | 'isTimeOnly'>,
): Promise<SelectedSegments> {
  const stored = await storedDimensions(dependencies, workspaceId);
  const usesRollups = isTimeOnly && dimensions.every((dimension) => stored.includes(dimension));
  const choice = { dimensions, value: null };
  if (usesRollups) await mergeMarks(dependencies, workspaceId, window, limit);
  return inSnapshotOf(dependencies, { workspaceId, window, limit }, async (snapshot) => {
    const read = usesRollups
      ? await readReadyWindow(snapshot, { window, size: Infinity, lists, choice })
      : null;
    const { parts, sampledShare } =
      read === null
        ? await scanOrSample(snapshot, query, Infinity, choice)
        : { parts: read, sampledShare: null };
    const isPartial = (segment: ValuedSegment) => snapshot.values.mayBeInRest(segment);
    return { ...(await mergeSegmented(parts, allTime)), sampledShare, isPartial };
  });
}
