import type { CountedReply } from '../compared-item.repository';
import type { MeasuredPair } from './measured-pair';

/** Numbers of replies without text and tool calls, over the pairs that have both replies. */
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
    if (isEmpty(reply)) empty.count += 1;
    if (isEmpty(baseline)) empty.baselineCount += 1;
  }
  return empty;
}

function isEmpty({ lengthChars }: CountedReply): boolean {
  return lengthChars === 0;
}
