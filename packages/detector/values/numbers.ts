import { scanTokens, type Token } from '../base/tokens';
import { scaleWords } from '../gazetteers/number-words';
import { convertToAsciiDigits } from '../text/ascii-digits';
import { blankOut, findMatches, isWithin, type Region, scanMatches } from '../text/regions';
import { FRACTION_SIGNS, scanFractions } from './fractions';
import { scanSpelledNumbers } from './spelled-numbers';

/** A number in digits or words. */
export interface NumberMention {
  start: number;
  end: number;
  text: string;
  /** The amounts it may represent: "1.200" is 1.2 or 1200. Never empty. */
  values: number[];
  /** Those of its digits alone: 1.2 for "1.2 million". Empty for words. */
  mantissas: number[];
  /** The unit of its last digit, e.g. 0.1 for "4.7" and 100000 for "1.2 million". */
  precision: number;
  isPercent: boolean;
  /** Part of a longer word or code, such as "COVID-19" or "A4". */
  isPartOfWord: boolean;
  /** The digits of a whole number that is too long for floating point; null for others. */
  longDigits: string | null;
}

/** A text whose numbers were looked up once, for every check that asks for them. */
export interface NumberedText {
  text: string;
  /** Those in digits first, each kind in order. */
  mentions: readonly NumberMention[];
}

/** Spaces and apostrophes between groups of thousands. */
const THIN = "\\u00a0\\u202f\\u2009'’";
const DIGITS = new RegExp(
  [
    '[1-9]\\d{0,2}(?:\\.\\d{3}){1,6},\\d+(?!\\.?\\d)',
    '[1-9]\\d{0,2}(?:\\.\\d{3}){2,6}(?![.,]?\\d)',
    '[1-9]\\d?(?:,\\d{2}){1,6},\\d{3}(?:\\.\\d+)?(?![\\d,])',
    '(?<![\\d.,] ?)[1-9]\\d{0,2}(?: \\d{3}){1,6}(?:[.,]\\d{1,2})?(?! ?\\d|[.,]\\d)',
    `\\d+(?:[,${THIN}]\\d{3}(?!\\d))*(?:[.,]\\d+)?`,
  ].join('|'),
  'g',
);
const SEPARATORS = new RegExp(`[, ${THIN}]`, 'g');
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const SPACED = /^\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?$/;
const DIGITS_ALONE = /^\d+$/;
/** A UUID or a hash, whose digits are no numbers. */
const RANDOM =
  /(?=[\da-f]{8})(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{16,})(?![\p{L}\p{N}])/giu;
/** Digits with inner separators: "4.5", "9:30", "1,200". */
export const JOINED_NUMBER = /\d+(?:[.,:/]\d+)*/g;
const SUFFIX =
  /\s?(?:%|per\s?cent(?![\p{L}\d])|(hundred|thousand|million|billion|trillion)s?(?![\p{L}\d])|(k|m|mn|mln|mio|bn|bln|b|tn|lakh|crore)(?![\p{L}\d²]|\/[hs]))/iuy;
const LETTER_SCALES: Record<string, number> = {
  ...{
    k: 1e3,
    m: 1e6,
    mn: 1e6,
    mln: 1e6,
    mio: 1e6,
    b: 1e9,
    bn: 1e9,
    bln: 1e9,
    tn: 1e12,
    lakh: 1e5,
    crore: 1e7,
  },
};
/** Thousands in groups: "17,000.5". */
const GROUPED = new RegExp(`^[1-9]\\d{0,2}(?:[,${THIN}]\\d{3})+(?:\\.\\d+)?$`);
/** What is next to items of an array or a line of values, around those of a point, and after those of "5,10 and 15". */
const ITEM_BEFORE = /[[,]/;
const ITEM_AFTER = /^(?:\]|,\S)/;
const LAST_ITEM_AFTER = /^ (?:and|or) \d/;
const MAX_ITEM_AFTER_LENGTH = 6;
const MAX_NUMBER_LENGTH = 30;
const FRACTION_PRECISION = 0.02;
const MIN_LONG_LENGTH = 16;
/** What copied text has between digits without showing it. */
const HIDDEN = /(?<=\d)[\u00ad\u200b-\u200d\u2060\ufeff]+(?=\d)/g;
/** Characters before a number, more than decide how it is read. */
const MAX_BEFORE_LENGTH = 64;

/** Numbers of `source` in digits, in order. Signs are left out; digits of identifiers are marked. */
export function scanDigitNumbers(source: string, from = 0): NumberMention[] {
  const skipped = Math.max(0, from - MAX_BEFORE_LENGTH);
  const mentions = scanDigits(source.slice(skipped), from - skipped);
  for (const mention of mentions) {
    mention.start += skipped;
    mention.end += skipped;
  }
  return mentions;
}

function scanDigits(source: string, from: number): NumberMention[] {
  const hidden = scanMatches(source, HIDDEN);
  if (hidden.length === 0) return scanShownDigits(source, from);
  const shown = source.replace(HIDDEN, '');
  const hiddenBefore = (at: number): number =>
    hidden.reduce((sum, { start, end }) => sum + (start < at ? end - start : 0), 0);
  const places = listPlaces(shown.length, hidden);
  return scanShownDigits(shown, Math.max(0, from - hiddenBefore(from))).map((mention) => {
    const [start, end] = [places[mention.start] as number, (places[mention.end - 1] as number) + 1];
    return { ...mention, start, end };
  });
}

/** For each character that is shown, its place in the text with the hidden ones. */
function listPlaces(length: number, hidden: readonly Region[]): Int32Array {
  const places = new Int32Array(length);
  let [next, skipped] = [0, 0];
  for (let at = 0; at < length; at += 1) {
    for (; (hidden[next]?.start ?? Number.POSITIVE_INFINITY) <= at + skipped; next += 1) {
      const { start, end } = hidden[next] as Region;
      skipped += end - start;
    }
    places[at] = at + skipped;
  }
  return places;
}

function scanShownDigits(source: string, from: number): NumberMention[] {
  const digitized = convertToAsciiDigits(source);
  const text = blankOut(digitized, scanMatches(digitized, RANDOM));
  const mentions: NumberMention[] = [];
  for (const match of findMatches(text, DIGITS, from)) {
    const digits = match[0];
    const sign = FRACTION_SIGNS[text.charAt(match.index + digits.length)];
    if (sign !== undefined && DIGITS_ALONE.test(digits)) {
      SUFFIX.lastIndex = match.index + digits.length + 1;
      const suffix = SUFFIX.exec(text);
      const scale = scaleWords.get(suffix?.[1]?.toLowerCase() ?? '');
      const end = match.index + digits.length + 1 + (scale === undefined ? 0 : (suffix?.[0].length ?? 0));
      mentions.push(toMention(source, match.index, end, (Number(digits) + sign) * (scale ?? 1)));
      continue;
    }
    const end = match.index + digits.length;
    SUFFIX.lastIndex = end;
    const suffix = SUFFIX.exec(text);
    const scale = scaleWords.get(suffix?.[1]?.toLowerCase() ?? '') ?? 1;
    const letterScale = LETTER_SCALES[suffix?.[2]?.toLowerCase() ?? ''];
    const mantissas = DIGITS_ALONE.test(digits)
      ? [Number(digits)]
      : readSeparated(
          digits,
          areItems(digits, text.charAt(match.index - 1), text.slice(end, end + MAX_ITEM_AFTER_LENGTH)),
        );
    const values = mantissas.map((value) => value * scale);
    mentions.push({
      start: match.index,
      end: end + (suffix?.[0].length ?? 0),
      text: source.slice(match.index, end + (suffix?.[0].length ?? 0)),
      values: letterScale === undefined ? values : [...values, ...values.map((value) => value * letterScale)],
      mantissas,
      precision: scale * (letterScale ?? 1) * 10 ** -(/[.,](\d+)$/.exec(digits)?.[1]?.length ?? 0),
      isPercent: suffix !== null && suffix[1] === undefined && suffix[2] === undefined,
      longDigits: readLongDigits(digits),
      isPartOfWord: /[\p{Script=Latin}_]-?$/u.test(text.slice(Math.max(0, match.index - 2), match.index)),
    });
  }
  return mentions;
}

/** The digits of a whole number of so many that floating point has no room for them. */
function readLongDigits(digits: string): string | null {
  if (digits.length < MIN_LONG_LENGTH) return null;
  const alone = digits.replace(SEPARATORS, '');
  return DIGITS_ALONE.test(alone) && alone.length >= MIN_LONG_LENGTH ? alone : null;
}

/** Whether a comma in the digits is more likely between two items than before decimals, by what is next to them. */
function areItems(digits: string, before: string, after: string): boolean {
  return (
    ITEM_BEFORE.test(before) ||
    ITEM_AFTER.test(after) ||
    (before === '(' && after.startsWith(')')) ||
    (LAST_ITEM_AFTER.test(after) && !GROUPED.test(digits))
  );
}

/** Every reading of digits with separators: as thousands, as decimal point, or between items. */
function readSeparated(digits: string, hasItems: boolean): number[] {
  if (SPACED.test(digits)) {
    const whole = digits.replaceAll(' ', '').replace(',', '.');
    return [whole, ...digits.split(' ')].map(Number).filter(Number.isFinite);
  }
  if (INDIAN.test(digits)) {
    return [digits.replaceAll(',', ''), ...(hasItems ? digits.split(',') : [])].map(Number);
  }
  const isGrouped = GROUPED.test(digits);
  const isDecimalComma =
    /^(?:\d+|[1-9]\d{0,2}(?:[.\u00a0\u202f\u2009'’]\d{3})+),\d+$/.test(digits) && !isGrouped;
  // No decimals follow as many digits as "2001,2002" has: a thousand is written in groups.
  const isList = hasItems || /^\d{4,},\d{3,}/.test(digits) || (!isGrouped && !isDecimalComma);
  const readings = isList && digits.includes(',') ? digits.split(',') : [];
  if (isDecimalComma) readings.push(digits.replace(/[.\u00a0\u202f\u2009'’]/g, '').replace(',', '.'));
  else if (digits.length <= MAX_NUMBER_LENGTH && (isGrouped || !digits.includes(','))) {
    readings.push(digits.replace(SEPARATORS, ''));
  }
  if (/^\d{1,3}(?:\.\d{3})+$/.test(digits)) readings.push(digits.replaceAll('.', ''));
  return readings.map(Number).filter(Number.isFinite);
}

/** Numbers of `text`, whose words are `tokens`, in digits and in words. */
export function scanNumbers(text: string, tokens = scanTokens(text)): NumberMention[] {
  return [...scanDigitNumbers(text), ...scanNumberWords(text, tokens)];
}

/** Numbers of `text`, whose words are `tokens`, in words. */
export function scanNumberWords(text: string, tokens: Token[]): NumberMention[] {
  const from = tokens[0]?.start ?? text.length;
  const fractions = scanFractionsOfUnits(text, from);
  const whole = scanSpelledNumbers(text, tokens)
    .filter(({ start }) => !isWithin(fractions, start))
    .map(({ start, end, value }) => toMention(text, start, end, value));
  return [...whole, ...fractions].sort((one, other) => one.start - other.start);
}

/** What has to be in a text with a fraction in words. */
const HAS_FRACTION = /half|quarter|third|[½⅓⅔¼¾]/i;

/** "A quarter" of "a quarter teaspoon": fractions right before their unit, without those that begin with digits. */
function scanFractionsOfUnits(text: string, from: number): NumberMention[] {
  if (!HAS_FRACTION.test(text.slice(from))) return [];
  return scanFractions(text, from).flatMap(({ fraction }) => {
    if (fraction === null || !fraction.isMeasured || scaleWords.has(fraction.unit)) return [];
    const { start, beforeUnit, value } = fraction;
    const literal = text.slice(start, beforeUnit);
    return /\d/.test(literal) ? [] : [toMention(text, start, start + literal.trimEnd().length, value)];
  });
}

/** A number that is not written in digits alone. */
function toMention(text: string, start: number, end: number, value: number): NumberMention {
  return {
    ...{ start, end, text: text.slice(start, end), values: [value], mantissas: [] },
    precision: Number.isInteger(value) ? 1 : FRACTION_PRECISION,
    isPercent: /^\s?(?:%|per\s?cent)/i.test(text.slice(end, end + 9)),
    longDigits: null,
    isPartOfWord: false,
  };
}

/** The text with its numbers. */
export const readNumbers = (text: string): NumberedText => ({ text, mentions: scanNumbers(text) });

const MAX_SMALL_COUNT = 10;
/** A count that a text may make of what it describes, without a source for the number. */
export const isSmallCount = (value: number): boolean => Number.isInteger(value) && value <= MAX_SMALL_COUNT;

/** Whether a number may be a year. */
export const isYearLike = (value: number): boolean =>
  Number.isInteger(value) && value >= 1000 && value <= 2100;

const REFERENCE =
  /\b(?:passages?|steps?|sections?|options?|documents?|sources?|figures?|tables?|pages?|parts?|items?|notes?|examples?|paragraphs?|answers?|questions?|points?|tips?|reviews?|no\.?)[\s#]+(?:\d+(?:,| and| or|-)\s*)?$|[[#]$/i;

/** Whether a number after these words only says which one is meant: "step 2". */
export const isReference = (before: string): boolean => REFERENCE.test(before);
