import { scanSentences } from '../base/sentences';
import { isFunctionWord, normalizeWord, scanTokens, stem } from '../base/tokens';
import type { Draw } from './twins-draw';

/** Replaces the UTF-16 range of a sentence by `replacement`. */
export interface Change {
  start: number;
  end: number;
  replacement: string;
}

/** A name and its kind; a name of another kind would not fit in its place. */
export interface Name {
  text: string;
  kind: 'person' | 'place' | 'organisation';
  start: number;
  end: number;
}

/** What a planter needs in addition to the sentence. */
export interface PlantingSite {
  evidence: EvidenceText;
  draw: Draw;
  /** Names in the evidence and replies of other sources. */
  foreignNames(kind: Name['kind']): readonly string[];
}

/** Lists the changes of one kind that make a true sentence false. */
export type Planter = (sentence: string, site: PlantingSite) => Change[];

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g;
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** A sentence with this share of another's content words may state the same. */
const SAME_MATTER = 0.4;

/** Evidence with the queries of planters. */
export class EvidenceText {
  readonly numbers: ReadonlySet<number>;
  private readonly words: string;
  private readonly sentences: { stems: Set<string>; words: string }[];

  constructor(readonly text: string) {
    this.words = spaced(text);
    const digits = [...text.matchAll(NUMBER)].map(([number]) => numberOf(number));
    const spelled = NUMBER_WORDS.flatMap((word, value) => (this.has(word) ? [value] : []));
    // "21:0" and "2020-06" hold numbers too, and a leading zero or a fraction may be dropped.
    const loose = [...text.matchAll(/\d+/g)].map(([number]) => Number(number));
    this.numbers = new Set([...digits, ...spelled, ...loose]);
    this.sentences = scanSentences(text).map((sentence) => ({
      stems: contentStems(sentence.text),
      words: spaced(sentence.text),
    }));
  }

  /** Whether the words of `phrase` follow one another in the evidence; case and punctuation do not count. */
  has(phrase: string): boolean {
    return this.words.includes(spaced(phrase));
  }

  /** Whether a sentence of the evidence on the subject of `sentence` contains `phrase`. */
  tellsOf(sentence: string, phrase: string): boolean {
    const stems = contentStems(sentence);
    const wanted = spaced(phrase);
    return this.sentences.some((told) => {
      const shared = [...stems].filter((word) => told.stems.has(word)).length;
      return told.words.includes(wanted) && shared >= SAME_MATTER * stems.size;
    });
  }
}

/** The value of digits with thousands separators. */
export function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

/** Whether "a" or "an" before a word still fits when `next` takes its place; `before` ends where the word starts. */
export function keepsArticle(before: string, word: string, next: string): boolean {
  if (!/\ban?\s$/i.test(before)) return true;
  const startsWithVowel = (text: string) => /^[aeiou8]/i.test(text);
  return startsWithVowel(word) === startsWithVowel(next);
}

/** The last word of `text`, in lower case. */
export function lastWord(text: string): string {
  return /([\p{L}\p{N}'’]+)\W*$/u.exec(text)?.[1]?.toLowerCase() ?? '';
}

function contentStems(text: string): Set<string> {
  const words = scanTokens(text).map((token) => normalizeWord(token.text));
  return new Set(words.filter((word) => !isFunctionWord(word)).map(stem));
}

function spaced(text: string): string {
  return ` ${scanTokens(text)
    .map((token) => normalizeWord(token.text))
    .join(' ')} `;
}
