import { isSliceOver, nextSlice } from '../../packages/concurrency';
import { findExtents } from '../conversations/storage/conversation.repository';
import { completeFragments, unknownExtent } from './fragments';
import type { Interval } from './interval';
import type { Snapshot } from './scan-messages';
import { allRollups, type SegmentedRollup } from './segments';

/**
 * Replaces the fragments of conversations that lie entirely inside the interval by counts, by the extents of
 * the conversations in the snapshot. The extent in a fragment is not trusted: the conversation may have grown
 * since in another period, which does not mark this one.
 */
export async function completeByExtents(
  snapshot: Snapshot,
  rollups: SegmentedRollup,
  interval: Interval,
): Promise<void> {
  const { fragments } = rollups.whole.conversations;
  const ids = [...fragments].flatMap(([id, { firstAt, lastAt }]) => {
    const isUnknown = firstAt === unknownExtent.firstAt;
    return isUnknown || (firstAt >= interval.start && lastAt < interval.end) ? [id] : [];
  });
  const extents = await findExtents(snapshot.workspaceId, ids, snapshot);
  for (const id of ids) {
    const ends = extents.get(id);
    // The conversation document may expire before its messages; the extent is unknown then.
    const extent =
      ends === undefined
        ? unknownExtent
        : { firstAt: ends.firstMessageAt.getTime(), lastAt: ends.lastMessageAt.getTime() };
    Object.assign(fragments.get(id) ?? {}, extent);
  }
  // The rollup of the whole is completed last: it has the fragments of all segments.
  for (const { conversations } of allRollups(rollups)) {
    if (isSliceOver()) await nextSlice(snapshot.limit.signal);
    for (const [id, fragment] of conversations.fragments) {
      const { firstAt, lastAt } = fragments.get(id) ?? unknownExtent;
      Object.assign(fragment, { firstAt, lastAt });
    }
    completeFragments(conversations, interval);
  }
}
