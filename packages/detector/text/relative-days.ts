import { parseWeekday } from '../gazetteers/calendar-names';
import { NUMERALS, parseCount } from '../gazetteers/number-words';
import { findMatches, type Region } from './regions';

/** A day that is said from another one: "tomorrow", "in three days", "next Monday". */
export interface RelativeDay extends Region {
  /** From the other day; null for a day of the week. */
  days: number | null;
  /** 0 for Sunday; null where a number of days is said. */
  weekday: number | null;
  /** False for a number of days that may also be a duration: "takes 3 days". */
  isDirected: boolean;
}

const COUNT = `(?<count>\\d{1,3}|an?|${NUMERALS})`;
const UNIT = '(?<unit>day|night|week|fortnight)s?';
const LATER = '(?:later|after(?:wards)?|from\\s(?:now|today)|hence|forward|out)';
const EARLIER = '(?:earlier|before|ago|prior|sooner)';
/** A day of the week that no date follows. */
export const WEEKDAY_ALONE =
  '(?<day>sun|mon|tues|wednes|thurs|fri|satur)day\\b(?!,?\\s(?:the\\s)?(?:\\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))';
const PATTERN = new RegExp(
  [
    '\\b(?<named>the\\sday\\safter\\stomorrow|the\\sday\\sbefore\\syesterday|(?:the\\s)?day\\safter|(?:the\\s)?day\\sbefore|tomorrow|yesterday|today|tonight|overnight|(?:the\\s)?(?:next|following|previous|prior)\\sday)\\b',
    `\\b(?:(?<into>in|within|after|for|by|back)\\s)?(?:the\\s)?(?:next\\s)?${COUNT}[\\s-]${UNIT}(?:\\s(?:(?<later>${LATER})|(?<earlier>${EARLIER}))\\b)?`,
    `\\b(?:next|this|coming|on|by|until)\\s${WEEKDAY_ALONE}`,
    '(?<=\\d\\s?)\\+(?<more>[12])(?!\\d)',
  ].join('|'),
  'gi',
);
const DAYS_OF: Record<string, number> = { day: 1, night: 1, week: 7, fortnight: 14 };
const INTO = /^(?:in|within|after)$/i;
const BACK = /before|previous|prior|yesterday/i;

/** The relative days of a text that begin at `from` or later, in order; a duration goes both ways. */
export function scanRelativeDays(text: string, from = 0): RelativeDay[] {
  return Array.from(findMatches(text, PATTERN, from)).flatMap((match): RelativeDay[] => {
    const { named, day, more, count = '', unit = '', into = '', later, earlier } = match.groups ?? {};
    const toDay = (days: number | null, isDirected = true): RelativeDay => ({
      start: match.index,
      end: match.index + match[0].length,
      days,
      weekday: day === undefined ? null : parseWeekday(day),
      isDirected,
    });
    if (day !== undefined) return [toDay(null)];
    if (named !== undefined) return [toDay(readNamed(named))];
    if (more !== undefined) return [toDay(Number(more))];
    const length = readCount(count) * (DAYS_OF[unit.toLowerCase()] as number);
    if (later !== undefined || INTO.test(into)) return [toDay(length)];
    return earlier === undefined ? [toDay(length, false), toDay(-length, false)] : [toDay(-length)];
  });
}

function readNamed(dayWord: string): number {
  if (/today|tonight/i.test(dayWord)) return 0;
  const isTwo = /\s(?:tomorrow|yesterday)$/i.test(dayWord);
  return (BACK.test(dayWord) ? -1 : 1) * (isTwo ? 2 : 1);
}

const readCount = (literal: string): number => (/^an?$/i.test(literal) ? 1 : parseCount(literal));
