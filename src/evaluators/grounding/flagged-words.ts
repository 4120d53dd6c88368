import { findCopiedSentences } from './copied-sentences';
import type { JudgedReply } from './features/judged-reply';
import type { ReplyScore, Thresholds } from './grounding-model';
import type { WordRange } from './reply-words';

/** Words between two flagged ones that are flagged with them, so that one claim is one span. */
const LONGEST_GAP = 1;

/**
 * The runs of words that the model holds to be at fault: none in a reply that scores below the threshold, the
 * likeliest word alone in one that scores above it without a word above the other threshold.
 */
export function flagWords(
  judged: JudgedReply,
  { score, probabilities, features }: ReplyScore,
  thresholds: Thresholds,
): WordRange[] {
  if (score < thresholds.reply) return [];
  const { reply } = judged;
  const copied = features.get('copiedBefore');
  const isOfCopies = findCopiedSentences(judged);
  // A sentence that the evidence has word for word is a quotation, not an invention.
  const isCopied = reply.sentences.map(
    ({ from, to }, index) => (copied[to - 1] as number) >= to - from || isOfCopies[index] === true,
  );
  const mayFlag = (word: number): boolean => !isCopied[reply.sentenceOf[word] as number];
  const isFlagged = (word: number): boolean =>
    (probabilities[word] as number) >= thresholds.word && mayFlag(word);
  const runs: WordRange[] = [];
  for (let word = 0; word < reply.count; word += 1) {
    if (!isFlagged(word)) continue;
    const last = runs.at(-1);
    if (
      last !== undefined &&
      word - last.to <= LONGEST_GAP &&
      reply.sentenceOf[word] === reply.sentenceOf[last.to - 1]
    ) {
      last.to = word + 1;
    } else runs.push({ from: word, to: word + 1 });
  }
  return runs.length > 0 ? runs : likeliest(probabilities, mayFlag);
}

function likeliest(probabilities: Float32Array, mayFlag: (word: number) => boolean): WordRange[] {
  let best = -1;
  probabilities.forEach((probability, word) => {
    if (mayFlag(word) && (best < 0 || probability > (probabilities[best] as number))) best = word;
  });
  return best < 0 ? [] : [{ from: best, to: best + 1 }];
}
