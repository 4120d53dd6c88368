import type { CountedMessage } from '../counted-message.repository';
import { type AnalyticsDependencies, inSnapshotOf, type WindowRead } from '../read-parts';
import { scanMessages, withoutExperimentReplies } from '../scan-messages';
import { matchesValue, type ValuedSegment } from '../segments';

/** The messages that a comparison of periods reads in one of them. */
export interface RepliesQuery extends WindowRead {
  /** Only the messages of this segment; null: all. */
  within: ValuedSegment | null;
}

/**
 * Calls `count` with every message of a query that meets conditions, which must not come from a client unchecked.
 * @throws AppError query_timeout
 */
export async function scanReplies(
  dependencies: AnalyticsDependencies,
  { within, ...read }: RepliesQuery,
  conditions: readonly Record<string, unknown>[],
  count: (message: CountedMessage) => void,
): Promise<void> {
  const inSegment = within === null ? [] : [matchesValue(within)];
  const query = { $and: [withoutExperimentReplies(read.window), ...inSegment, ...conditions] };
  await inSnapshotOf(dependencies, read, (snapshot) => scanMessages(snapshot, query, count));
}
