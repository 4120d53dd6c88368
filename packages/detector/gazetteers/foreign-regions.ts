import { foldWord, type ReadLanguage } from './language-words';
import { twoLetterCodes } from './two-letter-codes';

const regions = new Map<ReadLanguage, ReadonlySet<string>>();

/** Whether a folded word names a country in the language. */
export function isForeignRegion(word: string, language: ReadLanguage): boolean {
  const cached = regions.get(language) ?? listRegions(language);
  regions.set(language, cached);
  return cached.has(word);
}

function listRegions(language: ReadLanguage): ReadonlySet<string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return new Set(twoLetterCodes.map((code) => foldWord(names.of(code) ?? '')));
}
