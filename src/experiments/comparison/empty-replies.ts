import type { CountedReply } from '../store/compared-item.repository';
import type { MeasuredPair } from './measured-pair';

/** Numbers of pairs with a reply without text and tool calls, over the pairs that have replies on both sides. */
export interface EmptyReplies {
  count: number;
  baselineCount: number;
  n: number;
}

export function countEmptyReplies(pairs: readonly MeasuredPair[]): EmptyReplies {
  const empty: EmptyReplies = { count: 0, baselineCount: 0, n: 0 };
  for (const { reply, baseline } of pairs) {
    if (typeof reply === 'string' || typeof baseline === 'string') continue;
    empty.n += 1;
    if (reply.some(isEmpty)) empty.count += 1;
    if (baseline.some(isEmpty)) empty.baselineCount += 1;
  }
  return empty;
}

function isEmpty({ lengthChars }: CountedReply): boolean {
  return lengthChars === 0;
}
