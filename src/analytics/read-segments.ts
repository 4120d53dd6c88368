import { currentTime } from '../platform/clock';
import { withSnapshot } from '../platform/mongo/snapshot';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import { addMessage, countMessage } from './add-message';
import type { AnalyticsDependencies } from './analytics.service';
import { completeFragments } from './fragments';
import { allTime, type Interval } from './interval';
import { MAX_UNDIVIDED, type Snapshot, scanMessages, withoutExperimentReplies } from './scan-messages';
import {
  type Dimension,
  emptySegmentedRollup,
  getOrCreateSegment,
  type SegmentedRollup,
  valuesOf,
} from './segments';
import { selectSegment, type ValuedSegment } from './selection';

/** Values of a dimension that are counted by themselves; the others are one segment. */
const MAX_VALUES = 200;

export interface SegmentsQuery {
  workspaceId: string;
  window: Interval;
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
  dimensions: readonly Dimension[];
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/**
 * The rollups of all messages of a window and of their segments in the dimensions, without fragments.
 * @throws AppError query_timeout
 */
export async function readSegments(
  { invalidation, queryTimeoutMs, now = currentTime, maxUndivided = MAX_UNDIVIDED }: AnalyticsDependencies,
  { workspaceId, window, within, dimensions, signal }: SegmentsQuery,
): Promise<SegmentedRollup> {
  const query = {
    $and: [withoutExperimentReplies(window), ...(within === null ? [] : [selectSegment(within)])],
  };
  return withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    withSnapshot(async (session) => {
      const snapshot: Snapshot = { invalidation, workspaceId, session, limit, now: now(), maxUndivided };
      const { whole, segments } = emptySegmentedRollup();
      await scanMessages(snapshot, query, (message) => {
        const counts = countMessage(message);
        addMessage(whole, counts);
        for (const dimension of dimensions) {
          const known = segments.get(dimension);
          const listed = [...valuesOf(message, dimension)].map((value) =>
            known === undefined || known.has(value) || known.size < MAX_VALUES ? value : null,
          );
          for (const value of new Set(listed))
            addMessage(getOrCreateSegment(segments, { dimension, value }), counts);
        }
      });
      for (const rollup of [whole, ...[...segments.values()].flatMap((values) => [...values.values()])]) {
        completeFragments(rollup.conversations, allTime);
      }
      return { whole, segments };
    }, limit),
  );
}
