const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
const BEYOND_LATIN = /[^\s -\u024f]/;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;
/** Length of the beginning of a text by which its script is judged. */
export const SCRIPT_SAMPLE = 20_000;
const MOSTLY = 0.3;

/**
 * Which words can be compared with the evidence. Where most of it is written in another script, a word in Latin
 * letters may be its translation or transliteration, and the other way round.
 */
export class ScriptComparison {
  private readonly isLatin: boolean;

  constructor(text: string) {
    this.isLatin = 1 - computeLatinShare(text.slice(0, SCRIPT_SAMPLE)) <= MOSTLY;
  }

  canCompare(word: string): boolean {
    return /^[\p{Script=Latin}\p{N}]+/u.test(word) === this.isLatin || /^\p{N}+$/u.test(word);
  }
}

/** The share of the letters that are Latin; 1 of none. */
export function computeLatinShare(text: string): number {
  if (!BEYOND_LATIN.test(text) || !OTHER_LETTER.test(text)) return 1;
  const letters = text.match(LETTER)?.length ?? 0;
  return letters === 0 ? 1 : (text.match(LATIN)?.length ?? 0) / letters;
}
