import { groupBy } from '../platform/group-by';
import type { NewRecord } from './span-record';

// Traces whose records are stored in one transaction; an export of 512 spans is one or two.
const MAX_TRACES = 128;

type Member = Pick<NewRecord, 'traceId' | 'conversationKey' | 'startMicros'>;

/**
 * The records of an export, in pieces that one transaction each stores. All records of a trace are in one piece, and so
 * are the traces of a session, up to 128: otherwise the conversation would be assembled in each of several transactions.
 * Traces without a session are in the order in which they began, so that a conversation is stored before those that
 * continue it.
 */
export function toBatches<Item extends Member>(records: readonly Item[]): Item[][] {
  const batches: Item[][][] = [];
  for (const traces of bySession(records)) {
    for (let start = 0; start < traces.length; start += MAX_TRACES) {
      const piece = traces.slice(start, start + MAX_TRACES);
      const last = batches.at(-1);
      if (last !== undefined && last.length + piece.length <= MAX_TRACES) last.push(...piece);
      else batches.push(piece);
    }
  }
  return batches.map((traces) => traces.flat());
}

/** By session, its traces in the order in which they began; each of the others by itself. */
function bySession<Item extends Member>(records: readonly Item[]): Item[][][] {
  const traces = [...groupBy(records, ({ traceId }) => traceId).values()].map((members) => ({
    members,
    session: members.find(({ conversationKey }) => conversationKey !== null)?.conversationKey ?? null,
    startMicros: Math.min(...members.map(({ startMicros }) => startMicros)),
  }));
  const inOrder = traces.toSorted((one, other) => one.startMicros - other.startMicros);
  const sessions = groupBy(inOrder, (trace) => trace.session ?? trace);
  return [...sessions.values()].map((together) => together.map(({ members }) => members));
}
