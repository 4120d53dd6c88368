import type { AlignedReply } from './aligned-reply';
import type { EvidenceUnit } from './evidence-units';
import type { WordRange } from './reply-words';

/**
 * For each sentence of the reply, whether its words are those of whole sentences of the evidence one after another: of
 * one, or of a heading and the sentence below it, which nothing parts in the reply. Only units that `mayCopy` count.
 */
export function findCopiedSentences(
  { reply, evidence }: AlignedReply,
  mayCopy: (unit: EvidenceUnit) => boolean = () => true,
): boolean[] {
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
      for (const unit of evidence.sentencesByFirstWord.find(reply.ids[word] as number)) {
        if (isAt(unit, word, to) && mayCopy(unit)) isReached[word - from + unit.to - unit.from] = 1;
      }
    }
    return isReached[to - from] === 1;
  };
  return reply.sentences.map(isCopied);
}
