const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
const SAMPLE = 20_000;
const MOSTLY = 0.3;

/**
 * Which words can be compared with the evidence. Where most of it is written in another script, a word in Latin
 * letters may be its translation or transliteration, and the other way round.
 */
export class ScriptComparison {
  private readonly isLatin: boolean;

  constructor(text: string) {
    const sample = text.slice(0, SAMPLE);
    const letters = sample.match(LETTER)?.length ?? 0;
    const latin = sample.match(LATIN)?.length ?? 0;
    this.isLatin = letters - latin <= MOSTLY * letters;
  }

  canCompare(word: string): boolean {
    return /^[\p{Script=Latin}\p{N}]+/u.test(word) === this.isLatin || /^\p{N}+$/u.test(word);
  }
}
