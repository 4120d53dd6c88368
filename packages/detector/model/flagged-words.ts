import { scanLabels } from '../claims/labels';
import { scanTables } from '../claims/tables';
import { findCopiedSentences } from '../evidence/copied-sentences';
import { findWordsWithin, type ReplyWords, type WordRange } from '../evidence/reply-words';
import { isHedge, isNegation, isQuantifier } from '../gazetteers/modifiers';
import { type Region, scanListMarkers } from '../text/regions';
import { scanStructuredData } from '../text/structured-data';
import type { JudgedReply } from './features/judged-reply';
import type { ReplyScore, Thresholds } from './grounding-model';

/** Words between two flagged ones that are flagged with them, so that one claim is one span. */
const MAX_GAP = 1;
const NO_CLAIM = -1;
/** Words of grammar that may be what is wrong. */
const MEANINGFUL = new Set('before after under over above below off without'.split(' '));
const CONNECTIVES = new Set('and or but so then as while with to for of on in at by from'.split(' '));

/**
 * The runs of words that the model holds to be at fault: none in a reply that scores below the threshold, the
 * likeliest word alone in one that scores above it without a word above the other threshold. A run stays inside of a
 * sentence or a JSON value, and ends with a word that says something by itself.
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
  const claims = markClaims(reply);
  const mayFlag = (word: number): boolean =>
    claims[word] !== NO_CLAIM && !isCopied[reply.sentenceOf[word] as number];
  const isFlagged = (word: number): boolean =>
    (probabilities[word] as number) >= thresholds.word && mayFlag(word);
  const runs: WordRange[] = [];
  for (let word = 0; word < reply.count; word += 1) {
    if (!isFlagged(word)) continue;
    const last = runs.at(-1);
    const continues = last !== undefined && word - last.to <= MAX_GAP && claims[word] === claims[last.to - 1];
    if (continues) last.to = word + 1;
    else runs.push({ from: word, to: word + 1 });
  }
  const trimmedRuns = runs.map((run) => trimRun(run, judged)).filter(({ from, to }) => to > from);
  return trimmedRuns.length > 0 ? trimmedRuns : findLikeliest(probabilities, mayFlag);
}

/**
 * For each word the sentence, JSON value or cell of a table it is part of; keys of JSON, labels, headings and the numbers
 * of lists claim nothing.
 */
function markClaims(reply: ReplyWords): Int32Array {
  const claims = reply.sentenceOf.slice();
  let next = reply.sentences.length;
  const mark = ({ start, end }: Region, claim: number): void => {
    const { from, to } = findWordsWithin(reply, start, end);
    claims.fill(claim, from, to);
  };
  for (const marker of scanListMarkers(reply.text)) mark(marker, NO_CLAIM);
  const { cells, labels } = scanTables(reply.text);
  for (const label of [...labels, ...scanLabels(reply.text)]) mark(label, NO_CLAIM);
  for (const cell of cells) {
    mark(cell, next);
    next += 1;
  }
  for (const block of scanStructuredData(reply.text)) {
    mark(block, NO_CLAIM);
    for (const field of block.fields) {
      mark(field, next);
      next += 1;
    }
  }
  return claims;
}

/** The run without the words of grammar at its end and the connectives at its beginning; those that deny or limit stay. */
function trimRun({ from, to }: WordRange, { reply, table }: JudgedReply): WordRange {
  const saysSomething = (at: number): boolean => {
    const id = reply.ids[at] as number;
    const word = table.words[id] as string;
    const isSign = isNegation(word) || isHedge(word) || isQuantifier(word);
    return table.isContent[id] === true || isSign || MEANINGFUL.has(word);
  };
  const leadsOn = (at: number): boolean => CONNECTIVES.has(table.words[reply.ids[at] as number] as string);
  let [first, end] = [from, to];
  while (end > first && !saysSomething(end - 1)) end -= 1;
  while (first < end && leadsOn(first)) first += 1;
  return { from: first, to: end };
}

function findLikeliest(probabilities: Float32Array, mayFlag: (word: number) => boolean): WordRange[] {
  let best = -1;
  probabilities.forEach((probability, word) => {
    if (mayFlag(word) && (best < 0 || probability > (probabilities[best] as number))) best = word;
  });
  return best < 0 ? [] : [{ from: best, to: best + 1 }];
}
