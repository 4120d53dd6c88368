const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
/** Numerals below one hundred, ordinals too. */
export const smallNumerals = new Map<string, number>([
  ...UNITS.split(' ').map((word, index): [string, number] => [word, index]),
  ...ORDINALS.split(' ').map((word, index): [string, number] => [word, index]),
  ...TENS.split(' ').flatMap((word, index): [string, number][] => [
    [word, 20 + 10 * index],
    [word.replace(/y$/, 'ieth'), 20 + 10 * index],
  ]),
]);

/** The numerals in words as alternatives of a pattern. */
export const NUMERALS = [...smallNumerals.keys()].join('|');

/** The count that digits or a numeral in words represent, NaN for others. */
export const parseCount = (literal: string): number =>
  smallNumerals.get(literal.toLowerCase()) ?? Number(literal);

/** What a scale word multiplies by. */
export const scaleWords: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** Words that represent an amount without being numerals. */
const AMOUNT_WORDS = new Map<string, number>([
  ...(['single', 'once', 'a', 'an', 'another'] as const).map((word): [string, number] => [word, 1]),
  ...(['couple', 'pair', 'both', 'twice', 'double', 'twin'] as const).map((word): [string, number] => [
    word,
    2,
  ]),
  ['triple', 3],
  ['quarterly', 4],
  ['week', 7],
  ['weekly', 7],
  ['fortnight', 14],
  ['decade', 10],
  ['monthly', 12],
  ['half', 0.5],
  ['quarter', 0.25],
  ['dozen', 12],
]);

/** The amount that a lower-case word represents ("dozen", "couple", "a"), or null. */
export function parseAmount(word: string): number | null {
  return AMOUNT_WORDS.get(word) ?? null;
}
