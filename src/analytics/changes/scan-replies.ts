import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { CountedMessage } from '../counted-message.repository';
import type { Interval } from '../interval';
import { type AnalyticsDependencies, inSnapshotOf } from '../read-parts';
import { scanMessages, withoutExperimentReplies } from '../scan-messages';
import { selectSegment, type ValuedSegment } from '../selection';

/** The messages that a comparison of periods reads in one of them. */
export interface RepliesQuery {
  workspaceId: string;
  window: Interval;
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
  signal: AbortSignal;
}

/**
 * Calls `count` with every message of a query that meets conditions, which must not come from a client unchecked.
 * @throws AppError query_timeout
 */
export async function scanReplies(
  dependencies: AnalyticsDependencies,
  { workspaceId, window, within, signal }: RepliesQuery,
  conditions: readonly Record<string, unknown>[],
  count: (message: CountedMessage) => void,
): Promise<void> {
  const inSegment = within === null ? [] : [selectSegment(within)];
  const query = { $and: [withoutExperimentReplies(window), ...inSegment, ...conditions] };
  await withinTimeLimit(dependencies.queryTimeoutMs, signal, (limit) =>
    inSnapshotOf(dependencies, workspaceId, limit, (snapshot) => scanMessages(snapshot, query, count)),
  );
}
