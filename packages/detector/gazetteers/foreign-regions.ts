import { foldWord, type ReadLanguage } from './language-words';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const regions = new Map<ReadLanguage, ReadonlySet<string>>();

/** Whether a folded word names a country in the language. */
export function isForeignRegion(word: string, language: ReadLanguage): boolean {
  const known = regions.get(language) ?? listRegions(language);
  regions.set(language, known);
  return known.has(word);
}

function listRegions(language: ReadLanguage): ReadonlySet<string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return new Set(CODES.map((code) => foldWord(names.of(code) ?? '')));
}
