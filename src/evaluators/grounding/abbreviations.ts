import type { WordIndex } from './words';

const LONGEST_ABBREVIATION = 4;

/**
 * Whether the normalized word shortens a word of the evidence: same first letter, the other letters in order, as
 * "km" in "kilometers" and "cad" in "Canadian dollars". The look-up is bounded by the words of that first letter.
 */
export function abbreviates(word: string, evidence: WordIndex): boolean {
  if (word.length < 2 || word.length > LONGEST_ABBREVIATION) return false;
  return evidence.startingWith(word.charAt(0)).some((candidate) => isSubsequence(word, candidate));
}

function isSubsequence(short: string, long: string): boolean {
  if (long.length <= short.length) return false;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const displayNames = (['currency', 'region', 'language'] as const).map(
  (type) => new Intl.DisplayNames('en', { type, fallback: 'none' }),
);

/** English names of what the normalized word is a code of: "gbp" is "British Pound", "fr" is "France" and "French". */
export function namesOfCode(word: string): string[] {
  if (!/^[a-z]{2,3}$/.test(word)) return [];
  return displayNames.map((names) => nameOfCode(names, word)).filter((name) => name !== undefined);
}

function nameOfCode(names: Intl.DisplayNames, word: string): string | undefined {
  const { type } = names.resolvedOptions();
  const isRegular = type === 'currency' ? word.length === 3 : type === 'language' || word.length === 2;
  return isRegular ? names.of(type === 'language' ? word : word.toUpperCase()) : undefined;
}
