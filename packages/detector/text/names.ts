import { isFunctionWord, normalizeWord, scanTokens, type Token } from '../base/tokens';
import { nameConnectors, neutralWords, sentenceOpeners, shortTitles } from '../gazetteers/name-words';
import { isSoftOpener } from '../gazetteers/soft-words';

/** Begins with a capital letter. */
export const CAPITALIZED = /^\p{Lu}/u;
/** Where the words are joined that are run together: "livingRoom". */
export const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/u;
/** "67°F" has the unit of a temperature at its end, not the initial of a name. */
const TEMPERATURE = /(?:(?<!\d)\d{1,3}|°|\bdegrees?)\s?[CFK]$/;
const MIN_LETTERS = 2;
/** The end of what comes before a sentence, a list item, quoted text, or a sentence after an emoji. */
const OPENING =
  /(?:[¿¡]|[.!?:;…•|]["'”’)\]*_]{0,3}\s+|\n\s*|["“‘(*_>#]|[-–—]\s+|\d[.)]\s+|\p{Emoji_Presentation}\s+)(?:["'“‘([*_#>\s-]|\p{Emoji_Presentation})*$/u;

/** A run of capitalized words. */
export interface NameCandidate {
  /** The words of the name. */
  words: Token[];
  /** Those of them that evidence must have. */
  tested: Token[];
}

/** Runs of capitalized words, each a name or part of one. */
export function scanNames(text: string): NameCandidate[] {
  const tokens = scanTokens(text).filter((token) => token.text.length < 60);
  const names: NameCandidate[] = [];
  let index = 0;
  while (index < tokens.length) {
    const last = findLastOfRun(text, tokens, index);
    if (last === null) {
      index += 1;
      continue;
    }
    const name = readName(text, tokens.slice(index, last + 1), tokens[index - 1], tokens[last + 1]);
    if (name !== null) names.push(name);
    index = last + 1;
  }
  return names;
}

/** Index of the last token of the run that starts at `from`, or null when no run does. */
function findLastOfRun(text: string, tokens: Token[], from: number): number | null {
  if (!CAPITALIZED.test(tokens[from]?.text ?? '')) return null;
  let last = from;
  for (let index = from + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (
      token === undefined ||
      !/^(?:[ \u00a0-]|\. |\.)$/.test(text.slice(tokens[index - 1]?.end, token.start))
    )
      break;
    if (text.charAt(token.start - 2) === '.' && !isCutShort(text, tokens[index - 1], token)) break;
    if (CAPITALIZED.test(token.text)) last = index;
    else if (!nameConnectors.has(token.text) || index - last > 1) break;
  }
  return last;
}

/** Whether a stop after `before` belongs to it, as in "J. Smith" and "St. Ives", and does not end a sentence. */
function isCutShort(text: string, before: Token | undefined, after: Token): boolean {
  const opening = normalizeToken(after);
  const opens = sentenceOpeners.has(opening) || (opening.length > 1 && isFunctionWord(opening));
  if (before === undefined || opens) return false;
  const isInitial =
    before.text.length === 1 && !TEMPERATURE.test(text.slice(Math.max(0, before.end - 12), before.end));
  return isInitial || shortTitles.has(normalizeToken(before));
}

function readName(
  text: string,
  run: Token[],
  before: Token | undefined,
  after: Token | undefined,
): NameCandidate | null {
  const [first] = run;
  if (first === undefined || isHeadingOrLabel(text, run, before, after)) return null;
  const opening = opensSentence(text, first.start);
  const nameTokens =
    opening && (run.length === 1 || opensByPlace(normalizeToken(first))) ? run.slice(1) : run;
  const lead = opening && nameTokens.length === run.length ? 1 : 0; // an opening word may be capitalized by its place
  const tested = nameTokens.slice(lead).filter((token) => needsEvidence(normalizeToken(token)));
  return tested.length === 0 ? null : { words: nameTokens, tested };
}

/** Whether the word opens a sentence as a word of grammar, or as one of a wish: "Enjoy Lisbon". */
const opensByPlace = (word: string): boolean => isFunctionWord(word) || isSoftOpener(word);

/** The word as it is compared. */
export const normalizeToken = ({ text }: Token): string => normalizeWord(text);

function needsEvidence(word: string): boolean {
  return (
    word.length >= MIN_LETTERS &&
    !/\d/.test(word) &&
    !isFunctionWord(word) &&
    !nameConnectors.has(word) &&
    !neutralWords.has(word)
  );
}

/** Whether only marks that open a sentence, a list item or quoted text are before `start`, or text that was blanked out. */
function opensSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (start <= 12 ? /^[^\p{L}\p{N}]*$/u.test(before) : before.trim() === '') return true;
  return OPENING.test(before);
}

/** A run that fills its line, or is between the start of its line and a colon, titles what follows. */
function isHeadingOrLabel(
  text: string,
  run: Token[],
  before: Token | undefined,
  after: Token | undefined,
): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const left = text.slice(before?.end ?? 0, first.start);
  const right = text.slice(last.end, after?.start ?? text.length);
  const startsLine = before === undefined || left.includes('\n') || /^[.)]\s|[-*•#]\s/.test(left);
  return (
    startsLine &&
    (/^["”*_)]{0,3}:/.test(right) || (/\n/.test(right) && !/[.!?]/.test(right)) || isMostlyCapitals(run))
  );
}

const isMostlyCapitals = (run: Token[]): boolean =>
  run.length > 3 && run.every(({ text }) => text === text.toUpperCase());

const ROMAN = /^[IVX]{1,5}$/;

/** What a name of these words is shortened to, in small letters; numerals stay whole: "wwii" for "World War II". */
export function buildInitials(tokens: readonly Token[]): string {
  return tokens
    .map(({ text }) => (ROMAN.test(text) ? text.toLowerCase() : normalizeWord(text).charAt(0)))
    .join('');
}
