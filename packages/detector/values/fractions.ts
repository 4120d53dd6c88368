import { scanTokens } from '../base/tokens';
import { parseAmount, scaleWords } from '../gazetteers/number-words';
import { parseUnit } from '../gazetteers/units';
import { findMatches, type Region } from '../text/regions';
import { scanSpelledNumbers } from './spelled-numbers';

/** An amount with a fraction: "half an hour", "an hour and a half", "2½ days", "one and a half million". */
export interface FractionMention extends Region {
  text: string;
  value: number;
  /** What it is of, such as "hour"; "" where no word follows. */
  unit: string;
  /** Before the unit, where that is written: "half" of "half an hour", "an" of "an hour and a half". */
  beforeUnit: number;
  /** Whether `unit` is one of measurement, so that none of the words means anything by itself. */
  isMeasured: boolean;
}

const WORDS: Record<string, number> = { half: 1 / 2, third: 1 / 3, quarter: 1 / 4 };
/** Fractions of one sign. */
export const FRACTION_SIGNS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
};
const COUNTS: Record<string, number> = { two: 2, three: 3 };
/** The inch of a fraction is never called "in" here: that word mostly leads on, as in "above 4/5 in Tokyo". */
const FRACTION =
  /(?:(?<!\p{L})(?:(?<count>two|three)[\s-])?(?<word>half|quarters?|thirds?(?=\sof\s))(?!\p{L})|(?<sign>[½⅓⅔¼¾])|(?<![\d./])(?<ratio>[1-9]\/[2-9])(?![\d/]))(?:[\s-]?(?:of\s)?(?:(?:an?|the|one)\s)?(?<unit>(?!in\s)\p{L}{1,12})(?!\p{L}))?/giu;
/** "one and a", "an hour and a". */
const BEFORE_WORD =
  /(?<![\p{L}\d.,])(?<whole>[\p{L}\d]{1,9})(?:\s(?<inner>\p{L}{1,12}))?\s(?:and|&)\s(?:(?:an?|one)\s)?$/iu;
/** "1 " of "1 1/2", "2" of "2½". */
const BEFORE_SIGN = /(?<![\p{L}\d.,])(?<whole>\d{1,4})(?:[\s-]|\sand\s)?$/iu;
const MAX_BEFORE_LENGTH = 40;
const DOZEN = 12;

/** What the pattern matches, from the beginning of the whole number on. */
export interface FractionMatch extends Region {
  fraction: FractionMention | null;
}

/** Fractions that begin at `from` or later, in order, those that follow a whole number or are of a unit. */
export const scanFractions = (text: string, from: number): FractionMatch[] =>
  Array.from(findMatches(text, FRACTION, from), (match) => {
    const fraction = readFraction(text, match);
    return { start: fraction?.start ?? match.index, end: match.index + match[0].length, fraction };
  });

function readFraction(text: string, match: RegExpExecArray): FractionMention | null {
  const { word, unit: after = '' } = match.groups ?? {};
  const before = text.slice(Math.max(0, match.index - MAX_BEFORE_LENGTH), match.index);
  const whole = readWhole((word === undefined ? BEFORE_SIGN : BEFORE_WORD).exec(before));
  const unit = whole?.unit ?? after.toLowerCase();
  const scale = unit === 'dozen' ? DOZEN : scaleWords.get(unit);
  const isMeasured = scale !== undefined || parseUnit(unit) !== null;
  if (whole === null && !isMeasured) return null;
  const start = match.index - (whole?.length ?? 0);
  const end = match.index + match[0].length - (whole?.unit === undefined ? 0 : after.length);
  const beforeUnit =
    whole?.unit === undefined ? end - after.length : text.toLowerCase().indexOf(whole.unit, start);
  const value = ((whole?.value ?? 0) + readPart(match.groups)) * (scale ?? 1);
  return { start, end, text: text.slice(start, end).trim(), value, unit, beforeUnit, isMeasured };
}

function readPart({
  count = '',
  word,
  sign = '',
  ratio = '',
}: Record<string, string | undefined> = {}): number {
  if (word !== undefined) {
    return (COUNTS[count.toLowerCase()] ?? 1) * (WORDS[word.toLowerCase().replace(/s$/, '')] ?? 1);
  }
  const [over = 0, under = 1] = ratio.split('/').map(Number);
  return FRACTION_SIGNS[sign] ?? over / under;
}

/** The whole number of a match; its unit where that is before the fraction, as in "two hours and a half". */
function readWhole(match: RegExpExecArray | null): { value: number; length: number; unit?: string } | null {
  if (match === null) return null;
  const [{ length }] = match;
  const { whole = '', inner } = match.groups ?? {};
  if (inner === undefined) return withValue(parseWhole(whole), length);
  const ofNoun = parseWhole(whole) ?? parseAmount(whole.toLowerCase());
  if (ofNoun !== null && parseUnit(inner) !== null)
    return { value: ofNoun, length, unit: inner.toLowerCase() };
  return withValue(parseWhole(inner), length - whole.length - 1);
}

const withValue = (value: number | null, length: number): { value: number; length: number } | null =>
  value === null ? null : { value, length };

function parseWhole(word: string): number | null {
  return /^\d+$/.test(word) ? Number(word) : (scanSpelledNumbers(word, scanTokens(word))[0]?.value ?? null);
}
