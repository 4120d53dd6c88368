/** A sentence or a line with UTF-16 offsets, without surrounding whitespace. */
export interface Sentence {
  start: number;
  end: number;
  text: string;
}

const BOUNDARY = /[.!?…]["'”’)\]]{0,3}\s|[。！？]|\n/g;
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st jr sr vs etc inc ltd co corp no gen gov sen rep rev lt col sgt capt ' +
    'e.g i.e u.s u.k a.m p.m'
  ).split(' '),
);
const MAX_ABBREVIATION_LENGTH = 6;

const REFERENCE = /\b(?:it|its|he|him|his|she|her|they|them|their|this|that|there)\b/i;

/** Characters; further on, a pronoun is about the sentence itself. */
const MAX_BEFORE_REFERENCE = 200;

/** Whether a sentence is about what the one before it names. English only. */
export const refersBack = (sentence: string): boolean =>
  REFERENCE.test(sentence.slice(0, MAX_BEFORE_REFERENCE));

/**
 * The sentences of `text` in order. A line break ends one; a period after an abbreviation or an initial does
 * not.
 */
export function scanSentences(text: string): Sentence[] {
  return [...sentencesOf(text)];
}

/** The same as a lazy sequence. */
export function* sentencesOf(text: string): Generator<Sentence> {
  for (const [sentence] of sentencesFrom(text, 0)) yield sentence;
}

/**
 * The sentences of `text` from a place where one ends, each with that place for the next one: null where the sentence
 * would continue if the text did.
 */
export function* sentencesFrom(text: string, from: number): Generator<[Sentence, number | null]> {
  const boundary = new RegExp(BOUNDARY);
  boundary.lastIndex = from;
  for (const match of text.matchAll(boundary)) {
    if (match[0].startsWith('.') && endsInAbbreviation(text, from, match.index)) continue;
    const to = match.index + match[0].length;
    for (const sentence of trimmed(text, from, to)) yield [sentence, to];
    from = to;
  }
  for (const sentence of trimmed(text, from, text.length)) yield [sentence, null];
}

function endsInAbbreviation(text: string, from: number, stop: number): boolean {
  const tail = text.slice(Math.max(from, stop - MAX_ABBREVIATION_LENGTH - 1), stop);
  const word = tail.slice(Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'), tail.lastIndexOf('(')) + 1);
  return /^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/** The sentence without surrounding whitespace, or none. */
function trimmed(text: string, from: number, to: number): Sentence[] {
  const raw = text.slice(from, to);
  const sentence = raw.trim();
  if (sentence === '') return [];
  const start = from + (raw.length - raw.trimStart().length);
  return [{ start, end: start + sentence.length, text: sentence }];
}
