import { groupBy } from '../platform/group-by';
import { findJoint, type Joint } from './history-points';
import type { TraceHistory } from './trace-history';
import { findHistories, listEarlier, listLater } from './trace-history.repository';

/** Conversations that are one: the first of them, and those that continue or copy it. */
export interface JoinedHistories {
  first: TraceHistory;
  others: TraceHistory[];
}

/** The result of a merge of conversations. */
export interface JoinResult {
  /** Others may in turn continue these. */
  grown: string[];
  /** Parts of these by now. */
  removed: string[];
  /** Not joined, because they have changed since they were read. */
  changed: string[];
}

interface Pair {
  earlier: TraceHistory;
  later: TraceHistory;
  joint: Joint;
}

/**
 * Finds the conversations that continue others without naming a session, and calls `join` to make them one. Run it after
 * each transaction that stores such conversations: of two that are stored concurrently, the one committed last sees the
 * other.
 */
export async function joinHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  join: (joined: JoinedHistories[]) => Promise<JoinResult>,
): Promise<void> {
  for (let ids = conversationIds; ids.length > 0; ) {
    const histories = await findHistories(workspaceId, ids);
    const later = [...(await listLater(histories)).values()].flat();
    const related = [...new Map([...histories, ...later].map((history) => [history._id, history])).values()];
    const pairs = findPairs(related, await listEarlier(related));
    if (pairs.length === 0) return;
    const { grown, removed, changed } = await join(combine(pairs));
    // Of many chats that begin equally, the candidates of all are the latest few: the others may continue earlier ones.
    const paired = new Set(pairs.map(({ later }) => later._id));
    const left = removed.length === 0 ? [] : ids.filter((id) => !paired.has(id));
    ids = [...new Set([...grown, ...changed, ...left])];
  }
}

/**
 * The new conversations that continue stored ones or each other: stored as parts of these, they need not be joined later.
 * Those that began before what they continue are left to `joinHistories`.
 */
export async function findContinued(histories: readonly TraceHistory[]): Promise<JoinedHistories[]> {
  const endingAt = groupBy(histories, ({ endHash }) => endHash);
  const stored = await listEarlier(histories);
  const candidatesOf = (later: TraceHistory) => {
    const hashes = new Set([...later.repeated, ...later.written].map(({ hash }) => hash));
    const together = [...hashes].flatMap((hash) => endingAt.get(hash) ?? []);
    const found = [
      ...together.filter(({ source }) => source === later.source),
      ...(stored.get(later._id) ?? []),
    ];
    return found.filter((earlier) => beganBefore(earlier, later));
  };
  return combine(findPairs(histories, new Map(histories.map((later) => [later._id, candidatesOf(later)]))));
}

/**
 * For each conversation the one that it continues, if there is any: with the longest history, and of equal ones the
 * latest. Each is continued by one only, because users whose chats begin equally have one each; those that began first
 * choose first.
 */
function findPairs(
  histories: readonly TraceHistory[],
  candidates: ReadonlyMap<string, TraceHistory[]>,
): Pair[] {
  const inOrder = histories.toSorted((one, other) => (beganBefore(one, other) ? -1 : 1));
  const continued = new Set<string>();
  const pairs: Pair[] = [];
  for (const later of inOrder) {
    const possible = toPairs(later, candidates.get(later._id) ?? []);
    const pair = possible.find(({ earlier, joint }) => joint.isCopy || !continued.has(earlier._id));
    if (pair === undefined) continue;
    if (!pair.joint.isCopy) continued.add(pair.earlier._id);
    pairs.push(pair);
  }
  return pairs;
}

/** A conversation with each of those that it may continue, the best first. */
function toPairs(later: TraceHistory, candidates: readonly TraceHistory[]): Pair[] {
  const pairs = candidates.flatMap((earlier) => {
    const joint = findJoint(earlier, later);
    return joint === null ? [] : [{ earlier, later, joint }];
  });
  return pairs.sort(
    (one, other) => other.joint.count - one.joint.count || other.earlier.endMicros - one.earlier.endMicros,
  );
}

/** A conversation that continues one that continues another is part of the latter. */
function combine(pairs: readonly Pair[]): JoinedHistories[] {
  const histories = new Map<string, TraceHistory>();
  const firstOf = new Map<string, TraceHistory>();
  for (const { earlier, later } of pairs) {
    const [first, second] = beganBefore(earlier, later) ? [earlier, later] : [later, earlier];
    histories.set(second._id, second);
    firstOf.set(second._id, first);
  }
  const beginningOf = (id: string) => {
    let first = firstOf.get(id);
    for (let before = first; before !== undefined; before = firstOf.get(before._id)) first = before;
    return first;
  };
  const groups = groupBy([...histories.values()], ({ _id }) => beginningOf(_id)?._id ?? '');
  return [...groups.values()].flatMap((others) => {
    const first = beginningOf(others[0]?._id ?? '');
    return first === undefined ? [] : { first, others };
  });
}

function beganBefore(one: TraceHistory, other: TraceHistory): boolean {
  return (
    one.startMicros < other.startMicros || (one.startMicros === other.startMicros && one.key < other.key)
  );
}
