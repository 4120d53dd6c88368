import { isSliceOver, mapInSlices, nextSlice } from '../../packages/concurrency';
import { isSameCall } from '../../packages/formats';
import { groupBy } from '../platform/group-by';
import { conversationIdOf } from './plan-records';
import { listTwins, type SpanHead } from './span.repository';

/** A trace without a session, and the span of a session that recorded the same call. */
export interface Adoption {
  traceId: string;
  named: SpanHead;
}

/** Records with the same key that a call is compared with, as in `adoptSessions`. */
const MAX_SAME = 64;

/**
 * Finds the traces without a session to adopt into sessions: a framework names the session, and the client below it records
 * the call in a trace without one, which another export may have. Run it after the transaction that stores the calls: of
 * two exports that are stored concurrently, the one committed last sees the other.
 */
export async function findAdoptions(workspaceId: string, records: readonly SpanHead[]): Promise<Adoption[]> {
  const adoptions = new Map<string, Adoption>();
  const calls = records.filter(({ call }) => call !== undefined);
  for await (const { piece, twins } of listTwins(workspaceId, calls)) {
    if (twins.length === 0) continue;
    const keyed = await mapInSlices(twins, (twin) =>
      keysOf(twin, isInSession(twin)).map((key) => ({ key, twin })),
    );
    const byKey = groupBy(keyed.flat(), ({ key }) => key);
    for (const head of piece) {
      if (isSliceOver()) await nextSlice();
      const isNamed = isInSession(head);
      const candidates = keysOf(head, !isNamed).flatMap((key) => byKey.get(key)?.slice(0, MAX_SAME) ?? []);
      for (const { twin } of candidates) {
        const [named, { traceId }] = isNamed ? [head, twin] : [twin, head];
        if (!adoptions.has(traceId) && isSameCall(timesOf(head), timesOf(twin)))
          adoptions.set(traceId, { traceId, named });
      }
    }
  }
  return [...adoptions.values()];
}

/** The keys of a call without the day, each with whether its trace is in a session: only the others' calls are compared. */
function keysOf({ call }: SpanHead, isNamed: boolean): string[] {
  return call?.keys.map((key) => `${isNamed}${key.slice(key.indexOf(' '))}`) ?? [];
}

/** Whether its conversation is a session, not that of traces without one. */
function isInSession({ workspaceId, traceId, continuedKey, conversationId }: SpanHead): boolean {
  return conversationId !== conversationIdOf(workspaceId, { source: 'trace', key: continuedKey ?? traceId });
}

function timesOf({ startMicros, call }: SpanHead) {
  const { endMicros = startMicros, ...origin } = call ?? {};
  return { ...origin, startMicros, endMicros };
}
