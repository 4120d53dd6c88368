import { groupBy } from '../platform/group-by';
import { findJoint, type Joint } from './assembly/outline-history';
import type { TraceHistory } from './trace-history';
import { findHistories, listEarlier, listLater } from './trace-history.repository';

/** Conversations that are one: the first of them, and those that continue or copy it. */
export interface JoinedHistories {
  first: TraceHistory;
  conversationIds: string[];
}

interface Pair {
  earlier: TraceHistory;
  later: TraceHistory;
  joint: Joint;
}

/**
 * Finds the conversations that continue others without naming a session, and calls `join` to make them one. It returns
 * the ids of those that have grown: others may in turn continue them. Run it after each transaction that stores such
 * conversations: of two that are stored concurrently, the one committed last sees the other.
 */
export async function joinHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  join: (joined: JoinedHistories[]) => Promise<string[]>,
): Promise<void> {
  for (let ids = conversationIds; ids.length > 0; ) {
    const histories = await findHistories(workspaceId, ids);
    const pairs = (await Promise.all(histories.map(findPairs))).flat();
    const chosen = withoutRivals(pairs);
    const changed = chosen.length === 0 ? [] : await join(combine(chosen));
    // The rivals of what was joined may continue another conversation with the same messages.
    const rivals = pairs.filter((pair) => !chosen.includes(pair)).map(({ later }) => later._id);
    ids = changed.length === 0 ? [] : [...new Set([...changed, ...rivals])];
  }
}

/**
 * The conversations that new ones continue, by the id of the new one: stored as parts of these, they need not be joined
 * later. Those that two continue, or that began later, are left to `joinHistories`.
 */
export async function findContinued(histories: readonly TraceHistory[]): Promise<Map<string, TraceHistory>> {
  const pairs = (await Promise.all(histories.map(findBestPair))).flatMap((pair) => pair ?? []);
  return new Map(
    withoutRivals(pairs)
      .filter(({ earlier, later }) => beganBefore(earlier, later))
      .map(({ earlier, later }) => [later._id, earlier]),
  );
}

/** The conversation that one continues, and those that continue it. */
async function findPairs(history: TraceHistory): Promise<Pair[]> {
  const own = await findBestPair(history);
  const others = await Promise.all((await listLater(history)).map(findBestPair));
  return [own, ...others.filter((pair) => pair?.earlier._id === history._id)].flatMap((pair) => pair ?? []);
}

/** The conversation that one continues: with the longest history, and of equal ones the latest. */
async function findBestPair(later: TraceHistory): Promise<Pair | null> {
  const pairs = (await listEarlier(later)).flatMap((earlier) => {
    const joint = findJoint(earlier, later);
    return joint === null ? [] : [{ earlier, later, joint }];
  });
  pairs.sort(
    (one, other) => other.joint.count - one.joint.count || other.earlier.endMicros - one.earlier.endMicros,
  );
  return pairs[0] ?? null;
}

/** Leaves one continuation per conversation, the first: users whose chats begin equally have one each. */
function withoutRivals(pairs: readonly Pair[]): Pair[] {
  const continuations = groupBy(
    pairs.filter(({ joint }) => !joint.isCopy),
    ({ earlier }) => earlier._id,
  );
  const first = [...continuations.values()].flatMap((rivals) =>
    rivals.toSorted((one, other) => (beganBefore(one.later, other.later) ? -1 : 1)).slice(0, 1),
  );
  return [...first, ...pairs.filter(({ joint }) => joint.isCopy)];
}

/** A conversation that continues one that continues another is part of the latter. */
function combine(pairs: readonly Pair[]): JoinedHistories[] {
  const firstOf = new Map(
    pairs.map(({ earlier, later }) =>
      beganBefore(earlier, later) ? [later._id, earlier] : [earlier._id, later],
    ),
  );
  const beginningOf = (id: string) => {
    let first = firstOf.get(id);
    for (let before = first; before !== undefined; before = firstOf.get(before._id)) first = before;
    return first;
  };
  const groups = groupBy([...firstOf.keys()], (id) => beginningOf(id)?._id ?? '');
  return [...groups.values()].flatMap((conversationIds) => {
    const first = beginningOf(conversationIds[0] ?? '');
    return first === undefined ? [] : { first, conversationIds };
  });
}

function beganBefore(one: TraceHistory, other: TraceHistory): boolean {
  return (
    one.startMicros < other.startMicros || (one.startMicros === other.startMicros && one.key < other.key)
  );
}
