import { normalizeWord, scanTokens, type Token } from '../base/tokens';
import { smallNumerals } from '../gazetteers/number-words';
import type { Region } from './regions';

/** A number that tells apart what has one name: "Henry VIII", "Henry the Eighth", "phase 2", "second part". */
export interface NumeralMention extends Region {
  /** The normalized word that it goes with. */
  name: string;
  value: number;
  isRoman: boolean;
}

export const MAX_NUMERAL = 40;
const ROMAN_PARTS: [number, string][] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** In small letters, by their values. */
const romans: readonly string[] = Array.from({ length: MAX_NUMERAL + 1 }, (_, value) => {
  let [rest, roman] = [value, ''];
  for (const [size, letters] of ROMAN_PARTS) for (; rest >= size; rest -= size) roman += letters;
  return roman;
});
const wordsOf: readonly string[][] = romans.map((_, value) =>
  [...smallNumerals].filter(([, other]) => other === value).map(([word]) => word),
);
const IN_ORDER = /(?:st|nd|rd|th)$/;
const MAX_LENGTH = 12;

/** The numerals of names in a text, and every other word next to a small number. */
export function scanNumerals(text: string): NumeralMention[] {
  const tokens = scanTokens(text);
  return tokens.flatMap((token, index): NumeralMention[] => {
    const value = parseNumeral(token.text);
    if (value === null) return [];
    const isOrdinal = IN_ORDER.test(normalizeWord(token.text));
    const before = findNeighbor(text, tokens, index, -1);
    const isAfterArticle = isOrdinal && before?.text === 'the';
    const nameToken = isAfterArticle ? findNeighbor(text, tokens, index - 1, -1) : isOrdinal ? null : before;
    const next = isOrdinal ? findNeighbor(text, tokens, index, 1) : null;
    const isRoman = /^[IVX]+$/.test(token.text);
    return [
      ...(nameToken === null
        ? []
        : [{ ...toRegion(nameToken, token), name: normalizeWord(nameToken.text), value, isRoman }]),
      ...(next === null
        ? []
        : [{ ...toRegion(token, next), name: normalizeWord(next.text), value, isRoman }]),
    ];
  });
}

function parseNumeral(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  if (/^[IVX]+$/.test(text)) {
    const roman = romans.indexOf(text.toLowerCase());
    return roman > 0 ? roman : null;
  }
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)?.[1];
  const value = digits === undefined ? smallNumerals.get(text.toLowerCase()) : Number(digits);
  return value === undefined || value < 1 || value > MAX_NUMERAL ? null : value;
}

/** The word that only a space parts from a token. */
function findNeighbor(text: string, tokens: readonly Token[], index: number, step: 1 | -1): Token | null {
  const [token, other] = [tokens[index], tokens[index + step]];
  if (token === undefined || other === undefined || !/^\p{L}/u.test(other.text)) return null;
  const gap = step === 1 ? text.slice(token.end, other.start) : text.slice(other.end, token.start);
  return gap === ' ' || gap === '\u00a0' ? other : null;
}

const toRegion = (first: Region, last: Region): Region => ({ start: first.start, end: last.end });

/** The ways to write a numeral with its name, as normalized words. */
export function listNumeralPhrases(name: string, value: number): string[][] {
  const [numeralWords, digits] = [wordsOf[value] as string[], String(value)];
  const inOrder = [...numeralWords.filter((word) => IN_ORDER.test(word)), `${digits}${findEnding(value)}`];
  return [
    listRomanPhrase(name, value),
    [name, digits],
    ...numeralWords.map((word) => [name, word]),
    ...inOrder.flatMap((word) => [
      [name, 'the', word],
      [word, name],
    ]),
  ];
}

export const listRomanPhrase = (name: string, value: number): string[] => [name, romans[value] as string];

function findEnding(value: number): string {
  const isTeen = value > 10 && value < 14;
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th';
}
