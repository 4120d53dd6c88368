import type { GenAiSpan } from '../../../packages/formats';
import type { GroupKeys, Refusal } from './line-groups';

/** A conversation has at most as many spans as one from traces. */
export const spanLimits = { maxBytes: 16 * 1024 * 1024, maxItems: 2000 };

/** What the spans of a line belong to; null without spans. */
export function keysOf(spans: readonly GenAiSpan[]): GroupKeys | null {
  const [first] = spans;
  if (first === undefined) return null;
  const session = spans.find(({ conversationKey }) => conversationKey !== null)?.conversationKey ?? null;
  return { trace: first.traceId, session };
}

/** What the sender of a refused line can do. */
export function describeRefusal(refused: Refusal): string {
  if (refused === 'late') {
    return 'its conversation was stored without this line; delete that one, sort the lines by trace, and import again';
  }
  return `a conversation has at most ${spanLimits.maxItems} lines and ${spanLimits.maxBytes} bytes`;
}
