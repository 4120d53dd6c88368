import { findExtents } from '../conversations/storage/conversation.repository';
import { completeFragments, unknownExtent } from './fragments';
import type { Interval } from './interval';
import type { Rollup } from './rollup';
import type { Snapshot } from './scan-messages';

/**
 * Replaces the fragments of conversations that lie entirely inside the interval by counts, by the extents of
 * the conversations in the snapshot. The extent in a fragment is not trusted: the conversation may have grown
 * since in another period, which does not mark this one.
 */
export async function completeByExtents(
  snapshot: Snapshot,
  { conversations }: Rollup,
  interval: Interval,
): Promise<void> {
  const { fragments } = conversations;
  const ids = [...fragments].flatMap(([id, { firstAt, lastAt }]) => {
    const isUnknown = firstAt === unknownExtent.firstAt;
    return isUnknown || (firstAt >= interval.start && lastAt < interval.end) ? [id] : [];
  });
  if (ids.length === 0) return;
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
  completeFragments(conversations, interval);
}
