import { isFunctionWord } from '../base/tokens';
import { foreignCalendar } from '../gazetteers/foreign-calendar';
import { isForeignWord, listLanguagesOf } from '../gazetteers/foreign-words';
import {
  foldWord,
  languageWords,
  nameLanguage,
  type ReadLanguage,
  readLanguages,
} from '../gazetteers/language-words';
import { buildSample, isEnglishWord, listSmallWords } from './language';
import { computeLatinShare } from './scripts';

const MIN_FOREIGN_WORDS = 3;
const MIN_LETTERS = 8;

/** The language of a text that is not in English, if its words are known and fit no other language as well. */
export function detectLanguage(text: string): ReadLanguage | null {
  const counts = new Map<string, number>();
  const count = (language: string): unknown => counts.set(language, (counts.get(language) ?? 0) + 1);
  for (const smallWord of listSmallWords(buildSample(text)).flatMap((word) => word.split(/['’]/))) {
    const word = foldWord(smallWord);
    const languages = new Set(listLanguagesOf(word));
    for (const language of readLanguages)
      if (isKnownWord(word, language)) languages.add(nameLanguage(language).toLowerCase());
    languages.forEach(count);
  }
  const [best, ...others] = [...counts].sort(([, one], [, other]) => other - one);
  if (best === undefined || best[1] === others[0]?.[1]) return null;
  return readLanguages.find((language) => nameLanguage(language).toLowerCase() === best[0]) ?? null;
}

function isKnownWord(word: string, language: ReadLanguage): boolean {
  const { glue, negations, courtesies } = languageWords[language];
  return [glue, negations, courtesies, foreignCalendar(language).days].some((words) => words.has(word));
}

/** Whether a sentence of an English text is in another language: its small words are, or most of its letters. */
export function isForeignSentence(sentence: string): boolean {
  if (computeLatinShare(sentence) < 1 / 2) return (sentence.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS;
  const words = listSmallWords(sentence);
  const others = words.filter((word) => !isEnglishWord(word));
  const english = words.length - others.length;
  // Of nearly all sentences that is known without a look at the other words.
  if (others.length < MIN_FOREIGN_WORDS || others.length <= 2 * english) return false;
  const foreign = others.filter(
    (word) => isForeignWord(word) || (isGlue(foldWord(word)) && !isFunctionWord(word)),
  );
  return new Set(foreign).size >= MIN_FOREIGN_WORDS && foreign.length > 2 * english;
}

const isGlue = (word: string): boolean =>
  readLanguages.some((language) => languageWords[language].glue.has(word));

/** Whether a text has small words of English alone. */
export const hasEnglishWords = (text: string): boolean =>
  listSmallWords(buildSample(text)).some(isEnglishWord);
