import { normalizeWord, scanTokens, stem } from '../../text/tokens';
import { isNegation } from './features/signs';

/** Words of parameter names that only say that something is wanted or not. */
const ASKING = new Set(
  (
    'is has have with include includes included including enable enabled allow allowed allows need needs needed want wants wanted ' +
    'require requires required show shows use uses used add added provide provided offer offered apply applied flag option should'
  ).split(' '),
);
const EXCLUDING = new Set(
  'exclude excluding excludes skip skipping omit omitting except avoid avoiding'.split(' '),
);
const REACH = 3;
const LONGEST_READ = 50_000;
const CLAUSE = /[^,;:.!?\n]+/g;

/**
 * The words by which the conversation says no to what a parameter asks: "without breakfast" for `include_breakfast`.
 * Null where it says nothing of it, or yes somewhere too.
 */
export function findRefusalOf(nameWords: readonly string[], conversation: string): string | null {
  const asked = nameWords.filter((word) => !ASKING.has(word)).map(stem);
  if (asked.length === 0 || nameWords.some((word) => isNegation(word) || EXCLUDING.has(word))) return null;
  let refusal: string | null = null;
  for (const [clause] of conversation.slice(0, LONGEST_READ).matchAll(CLAUSE)) {
    const tokens = scanTokens(clause);
    const words = tokens.map(({ text }) => normalizeWord(text));
    const stems = words.map(stem);
    const places = asked.map((word) => stems.indexOf(word));
    if (places.includes(-1)) continue;
    const first = Math.min(...places);
    const from = Math.max(0, first - REACH);
    const denied = words.slice(from, first).findIndex((word) => isNegation(word) || EXCLUDING.has(word));
    if (denied === -1) return null;
    refusal = clause.slice(tokens[from + denied]?.start, tokens[Math.max(...places)]?.end);
  }
  return refusal;
}
