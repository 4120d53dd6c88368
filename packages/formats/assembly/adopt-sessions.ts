import type { GenAiSpan } from '../spans/span';
import { mayBeOneCall } from './copied-calls';
import { digestMessages } from './twin-calls';

/** Of calls with equal messages: a load test sends thousands, of which nothing tells which belong together. */
const MAX_SAME = 64;

/**
 * The spans, where a trace without a session has that of another span of the same call: a framework names the session, and
 * the client below it records the call in a trace without one.
 */
export function adoptSessions(spans: readonly GenAiSpan[]): GenAiSpan[] {
  const named = new Map<string, GenAiSpan[]>();
  for (const span of spans) {
    const digest = span.conversationKey === null ? null : digestOf(span);
    if (digest === null) continue;
    const same = named.get(digest);
    if (same === undefined) named.set(digest, [span]);
    else same.push(span);
  }
  const withSession = new Set(
    spans.filter(({ conversationKey }) => conversationKey !== null).map(({ traceId }) => traceId),
  );
  const adopted = new Map<string, string | null>();
  for (const span of named.size === 0 ? [] : spans) {
    if (withSession.has(span.traceId)) continue;
    const twin = named
      .get(digestOf(span) ?? '')
      ?.slice(0, MAX_SAME)
      .find((other) => mayBeOneCall(span, other));
    if (twin !== undefined) adopted.set(span.traceId, twin.conversationKey);
  }
  return spans.map((span) => {
    const conversationKey = adopted.get(span.traceId);
    return conversationKey === undefined ? span : { ...span, conversationKey };
  });
}

/** Null without a reply. */
function digestOf({ kind, call }: GenAiSpan): string | null {
  return kind !== 'model' || call === null || call.outputs.length === 0 ? null : digestMessages(call);
}
