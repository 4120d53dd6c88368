import type { EvidenceUnit } from './evidence-units';
import type { JudgedReply } from './features/judged-reply';
import type { WordRange } from './reply-words';

const MOST_WITH_ONE_FIRST_WORD = 128;

/**
 * For each sentence of the reply, whether its words are those of whole sentences of the evidence one after another: of
 * one, or of a heading and the sentence below it, which nothing parts in the reply.
 */
export function findCopiedSentences({ reply, evidence }: JudgedReply): boolean[] {
  const byFirstWord = new Map<number, EvidenceUnit[]>();
  for (const unit of evidence.units) {
    if (unit.field !== null || unit.to === unit.from) continue;
    const first = evidence.words[unit.from] as number;
    const others = byFirstWord.get(first);
    if (others === undefined) byFirstWord.set(first, [unit]);
    else if (others.length < MOST_WITH_ONE_FIRST_WORD) others.push(unit);
  }
  const isAt = (unit: EvidenceUnit, word: number, end: number): boolean => {
    const length = unit.to - unit.from;
    if (word + length > end) return false;
    for (let i = 1; i < length; i += 1) {
      if (reply.ids[word + i] !== evidence.words[unit.from + i]) return false;
    }
    return true;
  };
  const isCopied = ({ from, to }: WordRange): boolean => {
    const isReached = new Uint8Array(to - from + 1);
    isReached[0] = 1;
    for (let word = from; word < to; word += 1) {
      if (isReached[word - from] === 0) continue;
      for (const unit of byFirstWord.get(reply.ids[word] as number) ?? []) {
        if (isAt(unit, word, to)) isReached[word - from + unit.to - unit.from] = 1;
      }
    }
    return isReached[to - from] === 1;
  };
  return reply.sentences.map(isCopied);
}
