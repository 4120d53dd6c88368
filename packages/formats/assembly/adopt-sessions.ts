import type { GenAiSpan } from '../spans/span';
import { isSameCall } from './copied-calls';
import { callKeys } from './twin-calls';

/** Calls with the same key that a call is compared with. In a load test, thousands of calls have the same messages. */
const MAX_SAME = 64;

/**
 * The spans, where a trace without a session has that of another span of the same call: a framework names the session, and
 * the client below it records the call in a trace without one.
 */
export function adoptSessions(spans: readonly GenAiSpan[]): GenAiSpan[] {
  const named = new Map<string, GenAiSpan[]>();
  for (const span of spans) {
    for (const key of span.conversationKey === null ? [] : callKeys(span)) {
      const same = named.get(key);
      if (same === undefined) named.set(key, [span]);
      else same.push(span);
    }
  }
  const withSession = new Set(
    spans.filter(({ conversationKey }) => conversationKey !== null).map(({ traceId }) => traceId),
  );
  const adopted = new Map<string, string | null>();
  for (const span of named.size === 0 ? [] : spans) {
    if (withSession.has(span.traceId)) continue;
    const twin = callKeys(span)
      .flatMap((key) => named.get(key)?.slice(0, MAX_SAME) ?? [])
      .find((other) => isSameCall(span, other));
    if (twin !== undefined) adopted.set(span.traceId, twin.conversationKey);
  }
  return spans.map((span) => {
    const conversationKey = adopted.get(span.traceId);
    return conversationKey === undefined ? span : { ...span, conversationKey };
  });
}
