import type { WordRange } from '../../evidence/reply-words';
import { isHedge, isNegation, isQuantifier } from '../../gazetteers/modifiers';

export interface SignCounts {
  negations: number;
  hedges: number;
  quantifiers: number;
}

/** How many words of the range deny, hedge and quantify; `words` holds the word of each number in `ids`. */
export function countSigns(
  ids: ArrayLike<number>,
  { from, to }: WordRange,
  words: readonly string[],
): SignCounts {
  const signs = { negations: 0, hedges: 0, quantifiers: 0 };
  for (let i = from; i < to; i += 1) {
    const word = words[ids[i] as number] as string;
    if (isNegation(word)) signs.negations += 1;
    if (isHedge(word)) signs.hedges += 1;
    if (isQuantifier(word)) signs.quantifiers += 1;
  }
  return signs;
}

/** One bit for each kind of sign that occurs. */
export function computeSignBits({ negations, hedges, quantifiers }: SignCounts): number {
  return Number(negations > 0) | (Number(hedges > 0) << 1) | (Number(quantifiers > 0) << 2);
}
