import { isFunctionWord, normalizeWord, scanTokens } from '../../text/tokens';
import { blankOut, scanCodeBlocks } from './regions';
import { latinShare } from './scripts';
import { scanStructuredData } from './structured-data';

const SAMPLE = 4000;
const FEWEST_TO_TELL = 5;
const ENGLISH_SHARE = 0.2;
/** A row of a table, a statement of a program: words in no language. */
const NO_PROSE = /\||[{};]\s*$|[\w\])]\s?=\s?[\w"'[(]|\w\([^)]*\)\s*:?$/;

/**
 * Whether the words in small letters are often English function words; false for a text mostly in another script than
 * Latin, null when there are too few words to tell. Only sentences tell: code, JSON, tables and lists of short items
 * are in no language.
 */
export function isEnglish(text: string): boolean | null {
  const sample = text.slice(0, SAMPLE);
  if (latinShare(sample) < 0.5) return false;
  // Where all words together read as English there is no need to set those of no language apart.
  if (isMostlyEnglish(smallWords(sample))) return true;
  const small = proseLines(sample).flatMap(smallWords);
  return small.length < FEWEST_TO_TELL ? null : isMostlyEnglish(small);
}

function isMostlyEnglish(words: readonly string[]): boolean {
  const functional = words.filter(isFunctionWord).length;
  return words.length >= FEWEST_TO_TELL && functional >= ENGLISH_SHARE * words.length;
}

function proseLines(text: string): string[] {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanStructuredData(text)]);
  return prose
    .split('\n')
    .filter((line) => !NO_PROSE.test(line) && scanTokens(line).length >= FEWEST_TO_TELL);
}

function smallWords(text: string): string[] {
  return scanTokens(text).flatMap((token) => (/^\p{Ll}/u.test(token.text) ? normalizeWord(token.text) : []));
}
