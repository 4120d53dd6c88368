import { isFunctionWord, normalizeWord, stem } from '../base/tokens';
import { smallNumerals } from '../gazetteers/number-words';
import type { Region } from '../text/regions';
import { scanMentions } from './mentions';
import { isYearLike, type NumberedText, type NumberMention } from './numbers';
import { convert, isSameUnit, type MeasuredNumber, measureNumber, RANGE } from './quantities';

/** A number with what it measures or counts. */
export interface StatedValue {
  measured: MeasuredNumber;
  value: number;
  precision: number;
  /** Stems of the words after and before it, if they mean something: "3 bedrooms", "level 3". */
  after: string;
  before: string;
  /** What makes it a limit: "under", "at least". */
  bound: string;
  /** Stem of what it is said of each of: "per night", "a day". */
  rate: string;
}

const HEDGED =
  /\b(?:about|around|nearly|almost|roughly|approximately|some|close to|circa|another|other)\s+\S{0,3}$|[~≈<>]\s?$/i;
const BOUND =
  /\b(over|under|above|below|than|least|most|up to|within|until|from|every|older|younger)\s+\S{0,3}$/i;
const AFTER = /^[\s-](\p{L}[\p{L}'’-]*)/u;
const BEFORE = /(\p{L}[\p{L}'’-]*)\s#?$/u;
const RATE = /^[^\d,.;:]{0,24}?(?:\b(?:per|an?|each|every)\s|\/\s?)(\p{L}+)/iu;
const CONTEXT = 60;
/** Spares most texts the scan; "one" alone is a pronoun. */
const MAY_COUNT = new RegExp(
  `[\\d½⅓⅔¼¾]|\\b(?:${[...smallNumerals.keys()].filter((word) => word !== 'one').join('|')})(?!\\p{L})`,
  'iu',
);

/** The numbers of a text outside of dates, times and links; of ranges and years there are none. */
export const readValues = (text: string): StatedValue[] =>
  MAY_COUNT.test(text) ? listValues(scanMentions(text).numbers) : [];

/** The same within a region of a text whose numbers are known, at offsets in the region. */
export const readValuesWithin = ({ text, mentions }: NumberedText, { start, end }: Region): StatedValue[] =>
  listValues({
    text: text.slice(start, end),
    mentions: mentions
      .filter((mention) => mention.start >= start && mention.end <= end)
      .map((mention) => ({ ...mention, start: mention.start - start, end: mention.end - start })),
  });

function listValues(numbers: NumberedText): StatedValue[] {
  const { text } = numbers;
  const inOrder = numbers.mentions.toSorted((one, other) => one.start - other.start);
  return inOrder.flatMap((mention, index) => {
    const [before, after] = [inOrder[index - 1], inOrder[index + 1]];
    const isOfRange =
      (before !== undefined && RANGE.test(text.slice(before.end, mention.start))) ||
      (after !== undefined && RANGE.test(text.slice(mention.end, after.start)));
    return isOfRange ? [] : (readValue(numbers, mention) ?? []);
  });
}

function readValue({ text }: NumberedText, mention: NumberMention): StatedValue | null {
  const measured = measureNumber(text, mention);
  const [value] = measured.values;
  const isUnclear = mention.values.length > 1 || mention.isPartOfWord || mention.longDigits !== null;
  // A year, a number of identification, a pronoun.
  const isOther = (number: number): boolean => isYearLike(number) || /^(?:one|\d{5,})$/i.test(mention.text);
  if (value === undefined || isUnclear || (measured.quantity === null && isOther(value))) return null;
  const lead = text.slice(Math.max(0, measured.start - CONTEXT), measured.start);
  return {
    measured,
    value,
    precision: measured.precision,
    after: toStem(AFTER.exec(text.slice(measured.end, measured.end + CONTEXT))?.[1] ?? ''),
    before: toStem(BEFORE.exec(lead)?.[1] ?? ''),
    bound: BOUND.exec(lead)?.[1]?.toLowerCase() ?? '',
    rate: toStem(RATE.exec(text.slice(mention.end, mention.end + CONTEXT))?.[1] ?? ''),
  };
}

/** Empty for a word that means nothing by itself. */
function toStem(word: string): string {
  const normalized = normalizeWord(word);
  return isFunctionWord(normalized) ? '' : stem(normalized);
}

/** Whether it is only about as much. */
export const isVague = (text: string, { measured }: StatedValue): boolean =>
  HEDGED.test(text.slice(Math.max(0, measured.start - CONTEXT), measured.start));

/** What a number without a unit counts or numbers. */
export const countedBy = ({ measured, after, before }: StatedValue): string =>
  measured.quantity === null ? after || before : '';

/** Whether it may be the same number, with what it measures or counts left out. */
export const isSameNumber = ({ measured, value }: StatedValue, other: StatedValue): boolean =>
  other.value === value &&
  other.measured.quantity === null &&
  (measured.quantity === null || (other.after === '' && other.before === ''));

/** Whether both are amounts of one dimension, or counts of the same things. */
export function isSameKind({ measured, after, before }: StatedValue, other: StatedValue): boolean {
  if (measured.quantity !== null)
    return isSameUnit(measured, other.measured) || convert(1, other.measured, measured) !== null;
  if (other.measured.quantity !== null) return false;
  return after === '' ? before !== '' && other.before === before : other.after === after;
}

/** Whether both are the same amount, as exact as they are written. */
export function isSame({ measured, value, precision }: StatedValue, other: StatedValue): boolean {
  const converted = isSameUnit(measured, other.measured)
    ? other.value
    : convert(other.value, other.measured, measured);
  return converted !== null && Math.abs(converted - value) <= Math.max(precision / 2, other.precision / 2);
}
