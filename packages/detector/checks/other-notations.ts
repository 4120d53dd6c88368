import { listNormalizedWords, stem } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { parseCount, smallNumerals } from '../gazetteers/number-words';
import type { Region } from '../text/regions';
import { isSmallCount, type NumberMention } from '../values/numbers';
import { isSameUnit, type MeasuredNumber } from '../values/quantities';

const MAX_AFTER_LENGTH = 36;
const MAX_NOUN_DISTANCE = 2;
const MIN_NOUN_LENGTH = 3;

/**
 * Whether the evidence has a value with its currency written otherwise ("CHF 50" of "50 Swiss francs"), as a fraction, in
 * another unit, or as a word for a figure before the same noun.
 */
export function isOtherNotation(
  { isPercent, end, text, values: [value = 0] }: NumberMention,
  measure: MeasuredNumber,
  reply: string,
  { numbers, text: source }: Evidence,
): boolean {
  const { measures } = numbers;
  if (isPercent) return !numbers.has(value) && numbers.has(Number((value / 100).toPrecision(12)));
  if (measure.quantity === 'money')
    return (
      measures.withValue(value).some((other) => isSameUnit(other, measure)) &&
      !source.includes(reply.slice(measure.start, measure.end))
    );
  if (!isSmallCount(value)) return false;
  if (measure.quantity !== null)
    return measures.withValue(value).length === 0 && measures.findConverted(value, measure) !== null;
  const first = numbers.findFirst(value);
  if (first === null || first.text.toLowerCase() === text.toLowerCase()) return false;
  const noun = stem(listNormalizedWords(reply.slice(end, end + MAX_AFTER_LENGTH))[0] ?? '');
  const evidenceWords = listNormalizedWords(source.slice(first.end, first.end + MAX_AFTER_LENGTH));
  const isNext = evidenceWords.slice(0, MAX_NOUN_DISTANCE).some((word) => stem(word) === noun);
  return noun.length >= MIN_NOUN_LENGTH && isNext;
}

/** Times of races and the like: digits around a colon and a point. */
const IS_JOINED = /^\d{1,3}:\d\d(?::\d\d)?[.,]\d{1,3}$/;
const JOINED_BEFORE = /[\d:.,]+$/;
const JOINED_AFTER = /^(?:[:.,]\d+)+/;
const MAX_JOINED = 12;

/** The figures of which a number is a part, if they are joined in the same way in the evidence: "1:05.87". */
export function findJoined({ start, end }: NumberMention, reply: string, source: string): Region | null {
  const before = JOINED_BEFORE.exec(reply.slice(Math.max(0, start - MAX_JOINED), start))?.[0] ?? '';
  const after = JOINED_AFTER.exec(reply.slice(end, end + MAX_JOINED))?.[0] ?? '';
  const region = { start: start - before.length, end: end + after.length };
  const joined = reply.slice(region.start, region.end);
  return IS_JOINED.test(joined) && source.includes(joined) ? region : null;
}

const COUNTS = [...smallNumerals].filter(([, value]) => value > 0 && value <= 10).map(([word]) => word);
const RATIO = new RegExp(
  `\\b(${COUNTS.join('|')}|\\d{1,2}) (?:in|out of)(?: every)? (${COUNTS.join('|')}|\\d{1,3})\\b`,
  'gi',
);
const MAX_OFF = 0.005;

/** Whether a text has the share in words: "one in four". */
export const hasRatio = (share: number, text: string): boolean =>
  [...text.matchAll(RATIO)].some(
    ([, part = '', whole = '']) => Math.abs(parseCount(part) / parseCount(whole) - share) < MAX_OFF,
  );
