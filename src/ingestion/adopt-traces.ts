import { isSameCall } from '../../packages/formats';
import { groupBy } from '../platform/group-by';
import { conversationIdOf } from './plan-records';
import { listTwins, type SpanHead } from './span.repository';

/** A trace without a session that recorded a call of a session too, and the span of that session. */
export interface Adoption {
  traceId: string;
  named: SpanHead;
}

/**
 * The traces without a session to adopt into sessions: a framework names the session, and the client below it records the
 * call in a trace without one, which another export may have. Run it after the transaction that stores the calls: of two
 * exports that are stored concurrently, the one committed last sees the other.
 */
export async function findAdoptions(workspaceId: string, calls: readonly SpanHead[]): Promise<Adoption[]> {
  const twins = await listTwins(
    workspaceId,
    calls.filter(({ call }) => call !== undefined),
  );
  const byKey = groupBy(
    twins.flatMap((twin) => twin.call?.keys.map((key) => ({ key: bareKey(key), twin })) ?? []),
    ({ key }) => key,
  );
  const adoptions = new Map<string, Adoption>();
  for (const head of twins.length === 0 ? [] : calls) {
    const candidates = head.call?.keys.flatMap((key) => byKey.get(bareKey(key)) ?? []) ?? [];
    for (const { twin } of candidates) {
      const [named, unnamed] = isNamed(head) ? [head, twin] : [twin, head];
      if (!isNamed(named) || isNamed(unnamed) || adoptions.has(unnamed.traceId)) continue;
      if (isSameCall(timesOf(named), timesOf(unnamed)))
        adoptions.set(unnamed.traceId, { traceId: unnamed.traceId, named });
    }
  }
  return [...adoptions.values()];
}

/** Without the day. */
const bareKey = (key: string) => key.slice(key.indexOf(' '));

/** Whether a session names its conversation. */
function isNamed({ workspaceId, traceId, continuedKey, conversationId }: SpanHead): boolean {
  const unnamed = conversationIdOf(workspaceId, { source: 'trace', key: continuedKey ?? traceId });
  return conversationId !== unnamed;
}

function timesOf({ startMicros, call }: SpanHead) {
  const { endMicros = startMicros, ...origin } = call ?? {};
  return { ...origin, startMicros, endMicros };
}
