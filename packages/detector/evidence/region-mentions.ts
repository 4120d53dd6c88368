import { listNormalizedWords } from '../base/tokens';
import { listSpokenNames } from '../gazetteers/regions-of-world';
import type { WordIndex } from './word-index';

/**
 * Whether the text writes the name; one in capitals must occur in capitals, or with full stops, so that "us" is no country.
 */
export function hasRegionName(name: string, words: WordIndex): boolean {
  if (name !== name.toUpperCase()) return words.hasPhrase(listNormalizedWords(name));
  const dotted = [...name].join('.');
  return [name, dotted, dotted.toLowerCase()].some((form) => words.hasWritten(form));
}

/** Whether the text speaks of the country that a name or an adjective is of: "United States" where it has "U.S.". */
export function isSpokenOf(name: string, words: WordIndex): boolean {
  return listSpokenNames(name).some((other) => isSpoken(other, words));
}

/** In its own letters: "thai" are initials, to "polish" is no adjective. */
function isSpoken(name: string, words: WordIndex): boolean {
  if (name.includes(' ') || name === name.toUpperCase()) return hasRegionName(name, words);
  return words.hasWritten(name) || words.hasWritten(`${name}s`);
}
