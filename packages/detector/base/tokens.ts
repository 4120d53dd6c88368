/** A run of letters, marks and digits with UTF-16 offsets; includes inner apostrophes. */
export interface Token {
  start: number;
  end: number;
  text: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:(?<=\p{Script=Latin})['’]\p{Script=Latin}+)*/gu;

/** The words and digit runs of `text` in order; punctuation, underscores and symbols separate them. */
export function scanTokens(text: string): Token[] {
  const tokens: Token[] = [];
  // Faster than the iterator of `matchAll`, and this is called the most.
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    tokens.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return tokens;
}

/** `text` up to the end of its word number `count`, or all of it when it has fewer. */
export function firstWords(text: string, count: number): string {
  if (text.length <= count) return text; // a word has at least one character
  let seen = 0;
  for (const match of text.matchAll(WORD)) {
    seen += 1;
    if (seen === count) return text.slice(0, match.index + match[0].length);
  }
  return text;
}

const COMBINING_MARKS = /\p{M}+/gu;
/** Most words are already normalized. */
const isPlain = (word: string): boolean => /^[a-z0-9]*$/.test(word);
const isAscii = (text: string): boolean => !/[^ -~]/.test(text);

/** The form in which words are compared: compatibility-normalized, lower case, no accents, no possessive. */
export function normalizeWord(word: string): string {
  if (isPlain(word)) return word;
  const folded = isAscii(word)
    ? word
    : word.normalize('NFKD').replace(COMBINING_MARKS, '').replace(/’/g, "'");
  return folded.toLowerCase().replace(/'s?$/, '');
}

/** The words of `text` as they are compared, in order. */
export const listNormalizedWords = (text: string): string[] =>
  scanTokens(text).map((token) => normalizeWord(token.text));

// Longest first, so that "Canadian" loses "ian" and matches "Canada", which loses "a".
const SUFFIXES = [
  ...['ations', 'ation', 'ically', 'iness', 'ments', 'ingly', 'ising', 'izing', 'ment', 'ness', 'ical'],
  ...['ions', 'ings', 'ians', 'ies', 'ied', 'ier', 'ing', 'ion', 'ian', 'ers', 'ese', 'ish', 'est', 'ity'],
  ...['ed', 'er', 'es', 'ic', 'ly', 'or', 'an', 'al', 's', 'e', 'a', 'o', 'y', 'i'],
];
const SUFFIXES_BY_LAST_LETTER: ReadonlyMap<string, string[]> = new Map(
  SUFFIXES.map((suffix) => suffix.slice(-1)).map((last) => [
    last,
    SUFFIXES.filter((one) => one.endsWith(last)),
  ]),
);
const MIN_STEM_LENGTH = 4;
const MAX_STEMMED_LENGTH = 40;

/**
 * A rough English stem of a normalized word: endings are removed until none is left. It merges more words
 * than it should, which here errs toward "supported".
 */
export function stem(word: string): string {
  if (word.length <= MIN_STEM_LENGTH || word.length > MAX_STEMMED_LENGTH) {
    return word.length === MIN_STEM_LENGTH ? word.replace(/s$/, '').replace(/y$/, 'i') : word;
  }
  const suffix = SUFFIXES_BY_LAST_LETTER.get(word.slice(-1))?.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM_LENGTH,
  );
  return suffix === undefined ? undoubled(word) : stem(undoubled(word.slice(0, -suffix.length)));
}

/** The stems of the words of `text` that are no words of grammar, in order. */
export const listMeaningStems = (text: string): string[] =>
  listNormalizedWords(text)
    .filter((word) => !isFunctionWord(word))
    .map(stem);

/** "stopp" (of "stopped") to "stop", but not "weakness". */
function undoubled(word: string): string {
  const last = word.at(-1);
  return word.length > MIN_STEM_LENGTH && last === word.at(-2) && last !== 's' ? word.slice(0, -1) : word;
}

const FUNCTION_WORDS = new Set(
  (
    'a about above across after again against all almost along already also although always am among an and ' +
    'another any are around as at away be because been before being below between both but by can could did do ' +
    'does doing done down during each either enough even ever every few first for from further get give given ' +
    'go had has have having he her here hers him his how however i if in into is it its itself just last least ' +
    'less let like likely many may me might more most much must my near need neither never next no nor not now ' +
    'of off often on once one only or other others our out over own per please rather same second several shall ' +
    'she should since so some still such than that the their them then there these they this those though ' +
    'through to together too toward towards under until up upon us use used using very via was we well were ' +
    'what when where whether which while who whom whose why will with within without would yes yet you your'
  ).split(' '),
);

/** Whether a normalized word is grammatical, not content. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
