import { isFunctionWord, normalizeWord, scanTokens } from '../../text/tokens';
import { blankOut, scanCodeBlocks } from './regions';
import { latinShare } from './scripts';
import { scanStructuredData } from './structured-data';

const SAMPLE = 4000;
const FEWEST_TO_TELL = 5;
const ENGLISH_SHARE = 0.2;
const SMALL = /^\p{Ll}/u;
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
  if (isMostlyEnglish(countWords([sample]))) return true;
  const counts = countWords(proseLines(sample));
  return counts.small < FEWEST_TO_TELL ? null : isMostlyEnglish(counts);
}

/** Words that begin with a small letter, and those of them that carry grammar. */
interface WordCounts {
  small: number;
  functional: number;
}

function isMostlyEnglish({ small, functional }: WordCounts): boolean {
  return small >= FEWEST_TO_TELL && functional >= ENGLISH_SHARE * small;
}

function proseLines(text: string): string[] {
  const prose = blankOut(text, [...scanCodeBlocks(text), ...scanStructuredData(text)]);
  return prose
    .split('\n')
    .filter((line) => !NO_PROSE.test(line) && scanTokens(line).length >= FEWEST_TO_TELL);
}

function countWords(texts: readonly string[]): WordCounts {
  const counts = { small: 0, functional: 0 };
  for (const { text: word } of texts.flatMap(scanTokens)) {
    if (!SMALL.test(word)) continue;
    counts.small += 1;
    if (isFunctionWord(normalizeWord(word))) counts.functional += 1;
  }
  return counts;
}
