import { scanSentences } from '../base/sentences';
import { normalizeWord, scanTokens } from '../base/tokens';
import { CAPITALIZED } from '../text/names';
import { findFirst } from '../text/regions';
import { JOINED_NUMBER } from '../values/numbers';
import type { WordTable } from './word-table';

/** A range of words. */
export interface WordRange {
  from: number;
  to: number;
}

/** The words of a reply in order, with UTF-16 offsets, and the sentences and clauses they form. */
export interface ReplyWords {
  text: string;
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  /** Number of each word in the `WordTable`. */
  ids: Int32Array;
  sentences: WordRange[];
  sentenceOf: Int32Array;
  clauses: WordRange[];
  clauseOf: Int32Array;
  /** Written with a capital although its place does not ask for one. */
  isCapitalized: Uint8Array;
  /** In digits: the whole number with its separators, such as "4.5" for both "4" and "5"; else null. */
  numbers: (string | null)[];
}

const CLAUSE_GAP = /[,;:()\u2013\u2014"“”]/;
const CLAUSE_OPENERS = new Set(
  'and but or which while who because although however whereas with including where when after before'.split(
    ' ',
  ),
);
const MIN_CLAUSE_WORDS = 4;
const MAX_SENTENCE_WORDS = 120;
const DIGIT = /^\d/;

/** Splits `text` into words, clauses and sentences. */
export function readReply(text: string, table: WordTable): ReplyWords {
  const tokens = scanTokens(text);
  const count = tokens.length;
  const reply: ReplyWords = {
    text,
    count,
    starts: Int32Array.from(tokens, ({ start }) => start),
    ends: Int32Array.from(tokens, ({ end }) => end),
    ids: Int32Array.from(tokens, (token) => table.add(normalizeWord(token.text))),
    sentences: [],
    sentenceOf: new Int32Array(count),
    clauses: [],
    clauseOf: new Int32Array(count),
    isCapitalized: new Uint8Array(count),
    numbers: tokens.map(() => null),
  };
  markSentences(reply);
  markClauses(reply, table);
  for (let index = 0; index < count; index += 1) {
    const sentence = reply.sentences[reply.sentenceOf[index] as number] as WordRange;
    reply.isCapitalized[index] = Number(index > sentence.from && CAPITALIZED.test(tokens[index]?.text ?? ''));
  }
  markNumbers(reply);
  return reply;
}

/** The words that UTF-16 offsets `start` to `end` touch; as many as none. */
export function findWordsWithin({ starts, ends, count }: ReplyWords, start: number, end: number): WordRange {
  const from = findFirst(count, (word) => (ends[word] as number) > start);
  const to = findFirst(count, (word) => (starts[word] as number) >= end);
  return { from, to: Math.max(from, to) };
}

/** A sentence without end is cut, so that what is done for each pair of its words stays affordable. */
function markSentences(reply: ReplyWords): void {
  let index = 0;
  for (const { end } of scanSentences(reply.text)) {
    while (index < reply.count && (reply.starts[index] as number) < end) {
      const from = index;
      while (
        index < reply.count &&
        (reply.starts[index] as number) < end &&
        index - from < MAX_SENTENCE_WORDS
      ) {
        reply.sentenceOf[index] = reply.sentences.length;
        index += 1;
      }
      reply.sentences.push({ from, to: index });
    }
  }
}

function markClauses(reply: ReplyWords, table: WordTable): void {
  for (const sentence of reply.sentences) {
    let from = sentence.from;
    for (let index = from; index < sentence.to; index += 1) {
      const gap = index === from ? '' : reply.text.slice(reply.ends[index - 1], reply.starts[index]);
      const isLong = index - from >= MIN_CLAUSE_WORDS;
      const opens = CLAUSE_OPENERS.has(table.words[reply.ids[index] as number] as string);
      if (index - from >= 2 && (CLAUSE_GAP.test(gap) || (isLong && opens))) {
        reply.clauses.push({ from, to: index });
        from = index;
      }
      reply.clauseOf[index] = reply.clauses.length;
    }
    reply.clauses.push({ from, to: sentence.to });
  }
}

function markNumbers(reply: ReplyWords): void {
  let index = 0;
  for (const match of reply.text.matchAll(JOINED_NUMBER)) {
    const end = match.index + match[0].length;
    const number = match[0].replaceAll(',', '');
    while (index < reply.count && (reply.ends[index] as number) <= match.index) index += 1;
    for (let inside = index; inside < reply.count && (reply.starts[inside] as number) < end; inside += 1) {
      if (DIGIT.test(reply.text.charAt(reply.starts[inside] as number))) {
        reply.numbers[inside] = number;
      }
    }
  }
}
