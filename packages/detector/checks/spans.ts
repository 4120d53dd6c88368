import type { Evidence } from '../evidence/evidence';
import type { WordIndex } from '../evidence/word-index';
import { computeDayNumber, type DateMention } from '../text/dates';
import { DAY_MINUTES, type TimeMention } from '../text/times';
import type { Step } from '../values/arithmetic';
import { convert, type MeasuredNumber, RANGE, TIME } from '../values/quantities';

const MAX_MENTIONS = 60;
/** Each is compared with so many after it: those of one connection or one stay. */
const MAX_APART = 4;
const inMinutes: MeasuredNumber = {
  ...{ start: 0, end: 0, values: [], precision: 1, quantity: TIME, unit: '60', size: 60, isWhole: false },
};

/** What so many units of so many seconds are called, and what happens once in each. */
const PERIODS = new Map([
  ['60 60', ['hour', 'hourly']],
  ['24 3600', ['day', 'daily']],
  ['7 86400', ['week', 'weekly']],
  ['30 86400', ['month', 'monthly']],
  ['12 2592000', ['year', 'yearly', 'annual']],
  ['52 604800', ['year', 'yearly', 'annual']],
  ['365 86400', ['year', 'yearly', 'annual']],
]);
const IN_COMPOUND = /^\S+?-\p{L}+$/u;
const RECENT = /\b(?:last|past|previous|prior|next|coming|trailing|rolling)\s$/i;

/** Whether it is one period that the evidence names: the "52-week range" or "the last 12 months" where it has "over the year". */
export function isRoundPeriod(
  { measured, written, before }: { measured: MeasuredNumber; written: string; before: string },
  evidence: WordIndex,
): boolean {
  if (measured.quantity !== TIME || !(IN_COMPOUND.test(written) || RECENT.test(before))) return false;
  const names = PERIODS.get(`${measured.values[0]} ${measured.size}`) ?? [];
  return names.some((name) => evidence.hasExactly(name));
}

/**
 * How long it is from one time or date of the evidence to another, in the unit of `claim`, and of these from the beginning of a
 * range to its end ("10:00-18:00"); none if that is not of time.
 */
export function listSpans(
  { times, dates, text }: Evidence,
  claim: MeasuredNumber,
): Record<'ofRanges' | 'spans', Step[]> {
  if (claim.quantity !== TIME) return { ofRanges: [], spans: [] };
  const pairs = pair(times.mentions);
  const ofRanges = pairs.filter(([one, other]) => RANGE.test(text.slice(one.end, other.start)));
  const ofTimes = pairs.flatMap(listMinutes);
  const ofDates = pair(dates.mentions).flatMap(([one, other]) => {
    const [from, to] = [readDay(one), readDay(other)];
    return from === null || to === null ? [] : [Math.abs(to - from) * DAY_MINUTES];
  });
  const toStep = (minutes: number): Step => ({
    kind: 'difference',
    value: claim.unit === inMinutes.unit ? minutes : (convert(minutes, inMinutes, claim) ?? minutes),
  });
  return {
    ofRanges: ofRanges.flatMap(listMinutes).map(toStep),
    spans: [...ofTimes, ...ofDates].map(toStep),
  };
}

const listMinutes = ([one, other]: [TimeMention, TimeMention]): number[] =>
  one.readings.flatMap((from) => other.readings.map((to) => (to - from + DAY_MINUTES) % DAY_MINUTES));

function pair<Item>(items: readonly Item[]): [Item, Item][] {
  return items.length > MAX_MENTIONS
    ? []
    : items.flatMap((one, index) =>
        items.slice(index + 1, index + 1 + MAX_APART).map((other): [Item, Item] => [one, other]),
      );
}

const SECONDS_PER_MONTH = 2_629_800;

/** In seconds, how long it is from one month with its year to another. */
export const listMonthSpans = (dates: readonly DateMention[]): number[] =>
  pair(dates).flatMap((dated) => {
    const [from, to] = dated.map(countMonths);
    return from == null || to == null ? [] : [Math.abs(to - from) * SECONDS_PER_MONTH];
  });

/** Months since the year 0; null without a year. */
const countMonths = ({ readings: [reading] }: DateMention): number | null =>
  reading?.year == null ? null : 12 * reading.year + reading.month;

/** Without a year, a date is of one and the same year as the others. */
function readDay({ readings: [reading] }: DateMention): number | null {
  return reading?.day == null ? null : computeDayNumber(reading.year ?? 2001, reading.month, reading.day);
}
