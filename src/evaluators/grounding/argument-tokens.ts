import { isFunctionWord, normalizeWord, scanTokens } from '../../text/tokens';

const LONGEST_TOKEN = 60;

/** Normalized words of a value; those run together ("livingRoom") are taken apart. */
export function wordsOfValue(value: string): string[] {
  return scanTokens(value)
    .flatMap(({ text }) => (text.length > LONGEST_TOKEN ? text : text.split(/(?<=\p{Ll})(?=\p{Lu})/u)))
    .map(normalizeWord);
}

/** The words of a value that carry content; of one that has none, all. */
export function contentWords(value: string): string[] {
  const words = wordsOfValue(value);
  const content = words.filter((word) => !isFunctionWord(word));
  return content.length > 0 ? content : words;
}
