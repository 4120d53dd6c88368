import { isFunctionWord, normalizeWord, scanTokens } from '../base/tokens';
import { INNER_CAPITAL } from '../text/names';

const MAX_TOKEN_LENGTH = 60;
const MAX_EXACT_DIGITS = 15;

/** Normalized words of a value; those run together ("livingRoom") are split. */
export function listWords(value: string): string[] {
  return scanTokens(value)
    .flatMap(({ text }) => (text.length > MAX_TOKEN_LENGTH ? text : text.split(INNER_CAPITAL)))
    .map(normalizeWord);
}

/** Whether the digits are more than a number of JavaScript keeps apart: such an id is compared as written. */
export function isBeyondNumbers(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.replace(/^0+|(?<!0)0+$/g, '').length > MAX_EXACT_DIGITS;
}

/** The words of a value that carry content; of one that has none, all. */
export function listContentWords(value: string): string[] {
  const words = listWords(value);
  const content = words.filter((word) => !isFunctionWord(word));
  return content.length > 0 ? content : words;
}

/** The letters and digits of a text, without what is between them. */
export const stripPunctuation = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
