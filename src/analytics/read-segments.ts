import { withinTimeLimit } from '../platform/mongo/time-limit';
import { allTime, type Interval } from './interval';
import { type AnalyticsDependencies, inSnapshotOf, isInRollups, mergeMarks } from './read-parts';
import type { RollupList } from './rollup-text';
import { withoutExperimentReplies } from './scan-messages';
import { scanParts } from './scan-parts';
import { type Dimension, mergeSegmented, type SegmentedRollup } from './segments';
import { selectSegment, type ValuedSegment } from './selection';
import { readWindow } from './window-reader';

export interface SegmentsQuery {
  workspaceId: string;
  window: Interval;
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
  dimensions: readonly Dimension[];
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

// Those of rates, cost, latency and tokens.
const lists: readonly RollupList[] = ['latencies', 'labels', 'fragments'];

/**
 * The rollups of all messages of a window and of their segments in the dimensions, without fragments. Tools, their
 * callers and the numbers of calls may be missing.
 * @throws AppError query_timeout
 */
export async function readSegments(
  dependencies: AnalyticsDependencies,
  { workspaceId, window, within, dimensions, signal }: SegmentsQuery,
): Promise<SegmentedRollup> {
  const usesRollups =
    within === null && dimensions.every((dimension) => isInRollups(dependencies, { dimension, value: '' }));
  const choice = { dimensions, value: null };
  return withinTimeLimit(dependencies.queryTimeoutMs, signal, async (limit) => {
    if (usesRollups) await mergeMarks(dependencies, workspaceId, window, limit);
    return inSnapshotOf(dependencies, workspaceId, limit, async (snapshot) => {
      const selected = within === null ? {} : selectSegment(within);
      const parts = usesRollups
        ? await readWindow(snapshot, { window, size: Infinity, lists, choice })
        : await scanParts(snapshot, { ...withoutExperimentReplies(window), ...selected }, Infinity, choice);
      return mergeSegmented(parts, allTime);
    });
  });
}
