import { withinTimeLimit } from '../platform/mongo/time-limit';
import { allTime, type Interval } from './interval';
import { type AnalyticsDependencies, inSnapshotOf, isInRollups, mergeMarks } from './read-parts';
import type { RollupList } from './rollup-text';
import { withoutExperimentReplies } from './scan-messages';
import { scanOrSample } from './scan-sample';
import { type Dimension, mergeSegmented, type SegmentedRollup } from './segments';
import { type Selection, selectSegment, type ValuedSegment } from './selection';
import { readWindow } from './window-reader';

export interface DimensionsQuery {
  workspaceId: string;
  dimensions: readonly Dimension[];
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

export interface SegmentsQuery extends DimensionsQuery {
  window: Interval;
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
}

export interface SelectedSegments extends SegmentedRollup {
  /** The share of the conversations that were counted; null: all. */
  sampledShare: number | null;
}

// Those of rates, cost, latency and tokens.
const lists: readonly RollupList[] = ['latencies', 'labels', 'fragments'];

/** As `readSelectedSegments`, of a window or of one segment in it. */
export function readSegments(
  dependencies: AnalyticsDependencies,
  { window, within, ...query }: SegmentsQuery,
): Promise<SelectedSegments> {
  const matches = within === null ? {} : selectSegment(within);
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
  { workspaceId, dimensions, signal }: DimensionsQuery,
  { query, window, isTimeOnly }: Pick<Selection, 'query' | 'window' | 'isTimeOnly'>,
): Promise<SelectedSegments> {
  const usesRollups =
    isTimeOnly && dimensions.every((dimension) => isInRollups(dependencies, { dimension, value: '' }));
  const choice = { dimensions, value: null };
  return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
    if (usesRollups) await mergeMarks(dependencies, workspaceId, window, limit);
    return inSnapshotOf(dependencies, workspaceId, limit, async (snapshot) => {
      const { parts, sampledShare } = usesRollups
        ? { parts: await readWindow(snapshot, { window, size: Infinity, lists, choice }), sampledShare: null }
        : await scanOrSample(snapshot, query, Infinity, choice);
      return { ...(await mergeSegmented(parts, allTime)), sampledShare };
    });
  });
}
