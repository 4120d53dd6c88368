import type { Evidence } from '../evidence/evidence';
import { computeDayNumber, type DateMention } from '../text/dates';
import type { TimeMention } from '../text/times';
import type { Step } from '../values/arithmetic';
import { convert, type MeasuredNumber, RANGE, TIME } from '../values/quantities';

const MINUTES_PER_DAY = 24 * 60;
const MAX_MENTIONS = 60;
/** Each is compared with so many after it: those of one connection or one stay. */
const MAX_APART = 4;
const inMinutes: MeasuredNumber = {
  ...{ start: 0, end: 0, values: [], precision: 1, quantity: TIME, unit: '60', size: 60, isWhole: false },
};

/**
 * How long it is from one time or date of the evidence to another, in the unit of `said`, and of these from the beginning of a
 * range to its end ("10:00-18:00"); none if that is not of time.
 */
export function listSpans(
  { times, dates, text }: Evidence,
  said: MeasuredNumber,
): Record<'ofRanges' | 'spans', Step[]> {
  if (said.quantity !== TIME) return { ofRanges: [], spans: [] };
  const pairs = pair(times.mentions);
  const ofRanges = pairs.filter(([one, other]) => RANGE.test(text.slice(one.end, other.start)));
  const ofTimes = pairs.flatMap(listMinutes);
  const ofDates = pair(dates.mentions).flatMap(([one, other]) => {
    const [from, to] = [readDay(one), readDay(other)];
    return from === null || to === null ? [] : [Math.abs(to - from) * MINUTES_PER_DAY];
  });
  const toStep = (minutes: number): Step => ({
    kind: 'difference',
    value: said.unit === inMinutes.unit ? minutes : (convert(minutes, inMinutes, said) ?? minutes),
  });
  return {
    ofRanges: ofRanges.flatMap(listMinutes).map(toStep),
    spans: [...ofTimes, ...ofDates].map(toStep),
  };
}

const listMinutes = ([one, other]: [TimeMention, TimeMention]): number[] =>
  one.readings.flatMap((from) => other.readings.map((to) => (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY));

function pair<Item>(items: readonly Item[]): [Item, Item][] {
  return items.length > MAX_MENTIONS
    ? []
    : items.flatMap((one, index) =>
        items.slice(index + 1, index + 1 + MAX_APART).map((other): [Item, Item] => [one, other]),
      );
}

/** Without a year, a date is of one and the same year as the others. */
function readDay({ readings: [reading] }: DateMention): number | null {
  return reading?.day == null ? null : computeDayNumber(reading.year ?? 2001, reading.month, reading.day);
}
