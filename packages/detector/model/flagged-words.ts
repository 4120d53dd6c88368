import { scanLabels } from '../claims/labels';
import { scanTables } from '../claims/tables';
import { findCopiedSentences } from '../evidence/copied-sentences';
import { findWordsWithin, type ReplyWords, type WordRange } from '../evidence/reply-words';
import { isHedge, isNegation, isQuantifier } from '../gazetteers/modifiers';
import { isDegree, isEvaluative, isSoft } from '../gazetteers/soft-words';
import { type Region, scanListMarkers } from '../text/regions';
import { scanStructuredData } from '../text/structured-data';
import { sortDescending } from '../vectors/float-arrays';
import type { JudgedReply } from './features/judged-reply';
import type { ReplyScore, Thresholds } from './grounding-model';

/** Words between two flagged ones that are flagged with them, so that one claim is one span. */
const MAX_GAP = 1;
const NO_CLAIM = -1;
/** How many of the likeliest words of a reply that is not flagged are stored, and from which probability on. */
export const SUSPECTED = { words: 10, probability: 0.02 } as const;
/** They lead on to a claim and are no part of it. */
const LEADING = new Set(
  'and or but so then as while with to for of on in at by from is are was were be been the a an'.split(' '),
);
/** Words of grammar that may be what is wrong. */
const MEANINGFUL = new Set('before after under over above below off without'.split(' '));

/** After a word that denies, they add to what is said. */
const ADDING = new Set('only just merely simply'.split(' '));
const COPULAS = new Set('is are was were'.split(' '));
/** Words after a sign, up to what it is said of. */
const MAX_WIDENED = 3;
/** The least probability of a word that is flagged because its reply is. */
const MIN_LIKELIEST = 0.05;

/**
 * The runs of words that the model holds to be at fault: none in a reply that scores below the threshold, the
 * likeliest word of substance alone in one that scores above it without a word above the other threshold. A run stays inside of a
 * sentence or a JSON value, and ends with a word that says something by itself. `isSupported` marks words of values that
 * the evidence gives: what is new about them, and about known words next to them, is no fault.
 */
export function flagWords(
  judgedReply: JudgedReply,
  scored: ReplyScore,
  thresholds: Thresholds,
  isSupported: Uint8Array,
): WordRange[] {
  return scored.score < thresholds.reply ? [] : findRuns(judgedReply, scored, thresholds.word, isSupported);
}

/** The runs of the likeliest words of a reply that scores below the threshold, by place. */
export function suspectWords(
  judgedReply: JudgedReply,
  scored: ReplyScore,
  isSupported: Uint8Array,
): WordRange[] {
  const { probabilities } = scored;
  const lowest = sortDescending(probabilities)[SUSPECTED.words - 1] ?? 0;
  const likeliestOf = ({ from, to }: WordRange): number => Math.max(...probabilities.subarray(from, to));
  let left: number = SUSPECTED.words;
  return findRuns(judgedReply, scored, Math.max(SUSPECTED.probability, lowest), isSupported)
    .filter((run) => likeliestOf(run) >= SUSPECTED.probability)
    .sort((one, other) => likeliestOf(other) - likeliestOf(one))
    .filter(({ from, to }) => {
      left -= to - from;
      return left >= 0;
    })
    .sort((one, other) => one.from - other.from);
}

/** The runs of words from a probability on, or the likeliest word. */
function findRuns(
  judgedReply: JudgedReply,
  { probabilities, features }: ReplyScore,
  threshold: number,
  isSupported: Uint8Array,
): WordRange[] {
  const { reply } = judgedReply;
  const copied = features.get('copiedBefore');
  const isOfCopies = findCopiedSentences(judgedReply);
  // A sentence that the evidence has word for word is a quotation, not an invention.
  const isCopied = reply.sentences.map(
    ({ from, to }, index) => (copied[to - 1] as number) >= to - from || isOfCopies[index] === true,
  );
  const claims = markClaims(reply);
  const mayFlag = (word: number): boolean =>
    claims[word] !== NO_CLAIM && !isCopied[reply.sentenceOf[word] as number];
  const isFlagged = (word: number): boolean => (probabilities[word] as number) >= threshold && mayFlag(word);
  const runs: WordRange[] = [];
  for (let word = 0; word < reply.count; word += 1) {
    if (!isFlagged(word) || isSupported[word] === 1) continue;
    const last = runs.at(-1);
    const continues = last !== undefined && word - last.to <= MAX_GAP && claims[word] === claims[last.to - 1];
    if (continues) last.to = word + 1;
    else runs.push({ from: word, to: word + 1 });
  }
  const rest = runs.filter((run) => !isPartOfSupported(run, judgedReply, isSupported));
  const labels = markLabels(reply);
  const trimmedRuns = rest
    .map((run) => widenPraise(widenSign(trimRun(run, judgedReply), claims, judgedReply), claims, judgedReply))
    .filter((run) => isActionable(run, judgedReply) && labels.subarray(run.from, run.to).includes(0));
  const isExplained =
    rest.length < runs.length || isSupported.some((is, word) => is === 1 && isFlagged(word));
  if (trimmedRuns.length > 0 || isExplained) return trimmedRuns;
  const widenWord = (word: number): WordRange =>
    widenPraise({ from: word, to: word + 1 }, claims, judgedReply);
  const isLikely = (word: number): boolean =>
    isSupported[word] !== 1 &&
    mayFlag(word) &&
    labels[word] === 0 &&
    hasContent(word, judgedReply) &&
    isActionable(widenWord(word), judgedReply);
  return findLikeliest(probabilities, isLikely).map(({ from }) => widenWord(from));
}

/** Whether the words are next to a supported value and known, or of grammar. */
function isPartOfSupported(
  { from, to }: WordRange,
  { reply, evidence, table }: JudgedReply,
  isSupported: Uint8Array,
): boolean {
  const isNext = isSupported.subarray(Math.max(0, from - 1 - MAX_GAP), to + 1 + MAX_GAP).includes(1);
  if (!isNext) return false;
  for (let word = from; word < to; word += 1) {
    const id = reply.ids[word] as number;
    if (isSupported[word] === 1 || table.isContent[id] !== true) continue;
    if (evidence.unitsOf(table.stems[id] as number).length === 0) return false;
  }
  return true;
}

/**
 * For each word the sentence, JSON value or cell of a table it is part of; keys of JSON, headers of tables and the
 * numbers of lists claim nothing.
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
  for (const label of labels) mark(label, NO_CLAIM);
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

/** Marks the words of headings and labels, which are at fault only together with what they name. */
function markLabels(reply: ReplyWords): Uint8Array {
  const marked = new Uint8Array(reply.count);
  for (const { start, end } of scanLabels(reply.text)) {
    const { from, to } = findWordsWithin(reply, start, end);
    marked.fill(1, from, to);
  }
  return marked;
}

/** The run without the words of grammar at its end and those that lead on to it; those that deny or limit stay. */
function trimRun({ from, to }: WordRange, judgedReply: JudgedReply): WordRange {
  const wordAt = (at: number): string =>
    judgedReply.table.words[judgedReply.reply.ids[at] as number] as string;
  let [first, end] = [from, to];
  while (end > first && !isMeaningful(end - 1, judgedReply) && !isHedge(wordAt(end - 1))) end -= 1;
  while (first < end && LEADING.has(wordAt(first))) first += 1;
  return { from: first, to: end };
}

/**
 * A word alone that denies or counts, with what it is said of: "not open", "all boats". The one of "No, …" and of "not
 * only" says nothing of it.
 */
function widenSign({ from, to }: WordRange, claims: Int32Array, judgedReply: JudgedReply): WordRange {
  const { reply, table } = judgedReply;
  const wordAt = (at: number): string => table.words[reply.ids[at] as number] as string;
  const isSign = isNegation(wordAt(from)) || isQuantifier(wordAt(from));
  const isAnswer = wordAt(from) === 'no' && reply.text[reply.ends[from] as number] === ',';
  if (to - from > 1 || !isSign || isAnswer || (to < reply.count && ADDING.has(wordAt(to))))
    return { from, to };
  const end = Math.min(reply.count, to + MAX_WIDENED);
  for (let at = to; at < end && claims[at] === claims[from]; at += 1) {
    if (hasContent(at, judgedReply)) return { from, to: at + 1 };
  }
  for (let at = from - 1; at >= Math.max(0, from - MAX_WIDENED) && claims[at] === claims[from]; at -= 1) {
    if (hasContent(at, judgedReply)) return { from: at, to };
  }
  return { from, to };
}

/** "The pier was very nice": praise with the noun that it is said of, if that is right before it. */
function widenPraise({ from, to }: WordRange, claims: Int32Array, judgedReply: JudgedReply): WordRange {
  const wordAt = (at: number): string =>
    judgedReply.table.words[judgedReply.reply.ids[at] as number] as string;
  if (!isEvaluative(wordAt(to - 1))) return { from, to };
  let copula = from - 1;
  while (copula > 0 && isDegree(wordAt(copula))) copula -= 1;
  const isPredicate = copula > 0 && COPULAS.has(wordAt(copula)) && claims[copula - 1] === claims[from];
  return isPredicate && isSubstantial(copula - 1, judgedReply) ? { from: copula - 1, to } : { from, to };
}

/**
 * Whether a person can act on the run: it is no single word of grammar, and not all praise and verbs that need a noun. A sign
 * next to them is what may be wrong: "not taken".
 */
function isActionable({ from, to }: WordRange, judgedReply: JudgedReply): boolean {
  let [signs, fillers] = [0, 0];
  for (let word = from; word < to; word += 1) {
    if (isSubstantial(word, judgedReply)) return true;
    if (hasContent(word, judgedReply)) fillers += 1;
    else if (isMeaningful(word, judgedReply)) signs += 1;
  }
  return to - from > 1 && (signs > 0 || fillers === 0);
}

/** Words with content that do not merely evaluate or fill in. */
const isSubstantial = (word: number, judgedReply: JudgedReply): boolean =>
  hasContent(word, judgedReply) &&
  !isSoft(judgedReply.table.words[judgedReply.reply.ids[word] as number] as string);

/** Names, numbers and other words with content. */
function hasContent(word: number, { reply, table }: JudgedReply): boolean {
  const id = reply.ids[word] as number;
  const literal = table.words[id] as string;
  return table.isContent[id] === true && !isHedge(literal) && !isNegation(literal) && !isQuantifier(literal);
}

/** And words of grammar that deny, limit or order. */
function isMeaningful(word: number, judgedReply: JudgedReply): boolean {
  const literal = judgedReply.table.words[judgedReply.reply.ids[word] as number] as string;
  return (
    hasContent(word, judgedReply) || isNegation(literal) || isQuantifier(literal) || MEANINGFUL.has(literal)
  );
}

function findLikeliest(probabilities: Float32Array, mayFlag: (word: number) => boolean): WordRange[] {
  let best = -1;
  probabilities.forEach((probability, word) => {
    const least = best < 0 ? MIN_LIKELIEST : (probabilities[best] as number);
    if (probability > least && mayFlag(word)) best = word;
  });
  return best < 0 ? [] : [{ from: best, to: best + 1 }];
}
