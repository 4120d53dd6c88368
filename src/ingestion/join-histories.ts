import { isSliceOver, nextSlice } from '../../packages/concurrency';
import { groupBy } from '../platform/group-by';
import { listEarlier, listLater } from './candidate-history.repository';
import {
  findJoint,
  type HistoryPoint,
  type Joint,
  MAX_CLOCK_SKEW_MICROS,
  MAX_PAUSE_MICROS,
} from './history-points';
import { inPieces } from './in-pieces';
import type { TraceHistory } from './trace-history';
import { findHistories } from './trace-history.repository';

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

/** Conversations in one transaction that makes them one. */
const MAX_JOINED = 128;

/**
 * Finds the conversations that continue others without naming a session, and calls `join` to make them one. Run it after
 * each transaction that stores such conversations: of two that are stored concurrently, the one committed last sees the
 * other. Returns the conversations whose search is left when `mayContinue` returns false.
 */
export async function joinHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  join: (joined: JoinedHistories[]) => Promise<JoinResult>,
  mayContinue: () => boolean,
): Promise<readonly string[]> {
  for (let ids = conversationIds; ids.length > 0; ) {
    if (!mayContinue()) return ids;
    const histories = await findHistories(workspaceId, ids);
    const later = await listLater(histories);
    const related = uniqueById([...histories, ...later.histories]);
    const earlier = await listEarlier(related);
    const pairs = await findPairs(related, groupByEnd(earlier.histories));
    if (pairs.length === 0) return [];
    const again = new Set<string>();
    let removedCount = 0;
    for (const joined of inPieces(combine(pairs), MAX_JOINED, ({ others }) => 1 + others.length)) {
      if (!mayContinue()) {
        for (const { first, others } of joined) for (const { _id } of [first, ...others]) again.add(_id);
        continue;
      }
      const { grown, removed, changed } = await join(joined);
      removedCount += removed.length;
      for (const id of [...grown, ...changed]) again.add(id);
    }
    // Of a beginning with more candidates than were read, others may be the right ones.
    const cut = new Set([...later.cut, ...earlier.cut]);
    const paired = new Set(pairs.map((pair) => pair.later._id));
    const left = removedCount === 0 ? [] : related.filter((one) => !paired.has(one._id) && isCut(one, cut));
    for (const { _id } of left) again.add(_id);
    ids = [...again];
  }
  return [];
}

function isCut({ endHash, repeated, written }: TraceHistory, cut: ReadonlySet<string>): boolean {
  return cut.has(endHash ?? '') || [...repeated, ...written].some(({ hash }) => cut.has(hash));
}

/**
 * The new conversations that continue stored ones or each other: stored as parts of these, they need not be joined later.
 * Those that began before what they continue are left to `joinHistories`.
 */
export async function findContinued(histories: readonly TraceHistory[]): Promise<JoinedHistories[]> {
  const stored = await listEarlier(histories);
  const ends = groupByEnd(uniqueById([...histories, ...stored.histories]));
  return combine(await findPairs(histories, ends, beganBefore));
}

/** By source and digest of the end, the conversations that others may continue, the latest first. */
type HistoriesByEnd = ReadonlyMap<string, readonly TraceHistory[]>;

const endKey = (source: string, endHash: string | null) => `${source}/${endHash}`;

function groupByEnd(histories: readonly TraceHistory[]): HistoriesByEnd {
  const latestFirst = histories.toSorted((one, other) => other.endMicros - one.endMicros);
  return groupBy(latestFirst, ({ source, endHash }) => endKey(source, endHash));
}

function uniqueById(histories: readonly TraceHistory[]): TraceHistory[] {
  return [...new Map(histories.map((history) => [history._id, history])).values()];
}

/**
 * For each conversation the one that it continues, if there is any: with the longest history, and of equal ones the
 * latest. Each is continued by one only, because users whose chats begin equally have one each; those that began first
 * choose first.
 */
async function findPairs(
  histories: readonly TraceHistory[],
  ends: HistoriesByEnd,
  mayPair: (earlier: TraceHistory, later: TraceHistory) => boolean = () => true,
): Promise<Pair[]> {
  const inOrder = histories.toSorted((one, other) => (beganBefore(one, other) ? -1 : 1));
  const continued = new Set<string>();
  const pairs: Pair[] = [];
  for (const later of inOrder) {
    if (isSliceOver()) await nextSlice();
    const pair = findPair(later, ends, continued, mayPair);
    if (pair === null) continue;
    if (!pair.joint.isCopy) continued.add(pair.earlier._id);
    pairs.push(pair);
  }
  return pairs;
}

/** Candidates with one end that are compared in vain, after which no others are. */
const MAX_COMPARED = 20;

function findPair(
  later: TraceHistory,
  ends: HistoriesByEnd,
  continued: ReadonlySet<string>,
  mayPair: (earlier: TraceHistory, later: TraceHistory) => boolean,
): Pair | null {
  const points = [
    ...later.repeated.map((point) => ({ point, list: listContinued })),
    ...later.written.map((point) => ({ point, list: listCopied })),
  ].toSorted((one, other) => other.point.count - one.point.count);
  for (const { point, list } of points) {
    let compared = 0;
    for (const earlier of list(ends.get(endKey(later.source, point.hash)) ?? [], point)) {
      const isClaimed = list === listContinued && continued.has(earlier._id);
      if (earlier._id === later._id || isClaimed || !mayPair(earlier, later)) continue;
      const joint = findJoint(earlier, later);
      if (joint !== null) return { earlier, later, joint };
      compared += 1;
      if (compared > MAX_COMPARED) break;
    }
  }
  return null;
}

/** Those that may have ended before the point, the latest first. */
function* listContinued(latestFirst: readonly TraceHistory[], { startMicros }: HistoryPoint) {
  const from = firstEndingBy(latestFirst, startMicros + MAX_CLOCK_SKEW_MICROS);
  for (let index = from; index < latestFirst.length; index += 1) {
    const history = latestFirst[index] as TraceHistory;
    if (history.endMicros < startMicros - MAX_PAUSE_MICROS) return;
    yield history;
  }
}

/** Those that may have the call of the point, the first first. */
function* listCopied(latestFirst: readonly TraceHistory[], { startMicros }: HistoryPoint) {
  for (let index = firstEndingBy(latestFirst, startMicros - 1) - 1; index >= 0; index -= 1) {
    yield latestFirst[index] as TraceHistory;
  }
}

function firstEndingBy(latestFirst: readonly TraceHistory[], micros: number): number {
  let low = 0;
  let high = latestFirst.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((latestFirst[middle] as TraceHistory).endMicros > micros) low = middle + 1;
    else high = middle;
  }
  return low;
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
