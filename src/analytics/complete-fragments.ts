import { completeFragments, unknownExtent } from './fragments';
import type { Interval } from './interval';
import type { Rollup } from './rollup';
import type { Snapshot } from './scan-messages';

/**
 * Turns the fragments of conversations that lie wholly inside the interval into numbers, by when the conversations
 * begin and end as of the snapshot. What a fragment says about that is looked up again when it lies inside: the
 * conversation may have grown since, in a period that this one was not marked with.
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
  const extents = await snapshot.conversations.findExtents(snapshot.workspaceId, ids, snapshot);
  for (const id of ids) {
    const found = extents.get(id);
    // Without its record, which expired before its messages, its extent is unknown.
    const extent =
      found === undefined
        ? unknownExtent
        : { firstAt: found.firstMessageAt.getTime(), lastAt: found.lastMessageAt.getTime() };
    Object.assign(fragments.get(id) ?? {}, extent);
  }
  completeFragments(conversations, interval);
}
