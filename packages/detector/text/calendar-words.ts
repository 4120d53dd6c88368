import { parseEnglishMonth, parseWeekday } from '../gazetteers/calendar-names';
import { findMatches, type Region } from './regions';

/** A day of the week, 0 for Sunday, that is named. */
export interface NamedDay extends Region {
  day: number;
}

/** A month, 1 to 12, that is named. */
export interface NamedMonth extends Region {
  month: number;
}

const DAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi;
const SHORT_DAY = /\b(sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat)\b/gi;
/** "March" and "May" are months only where a word before says so. */
const MONTH =
  /\b(?:January|February|April|June|July|August|September|October|November|December|(?<=\b(?:in|since|until|by|of|last|next|every|each|through|to|from|early|late|mid)[ -])(?:March|May))\b/g;

/** Days of the week that are written out, in order. */
export const scanDays = (text: string, from = 0): NamedDay[] => scanDayNames(DAY, text, from);

/** Days of the week that are cut short: "Mon", "Thurs", in order. */
export const scanShortDays = (text: string, from = 0): NamedDay[] => scanDayNames(SHORT_DAY, text, from);

const DAY_NAME = '(?:sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)(?:days?|nesdays?|urdays?|sdays?)?';
/** Several days of the week by one name: "Tuesday to Saturday", "Mon-Fri", "weekdays". */
export const DAY_RANGE = new RegExp(
  `\\b(?:(?<first>${DAY_NAME})\\.?\\s*(?:-|–|to|through|thru|until)\\s*(?<last>${DAY_NAME})|(?<week>weekdays?|weekends?))\\b`,
  'gi',
);
const WEEK = 7;

/** Each of the days of ranges, in order. */
export const scanDayRanges = (text: string, from = 0): NamedDay[] =>
  Array.from(findMatches(text, DAY_RANGE, from)).flatMap(({ 0: literal, index, groups = {} }) => {
    const { first, last, week } = groups;
    const isWeekend = week?.toLowerCase().startsWith('weekend') === true;
    const [begin, end] =
      week === undefined
        ? [first, last].map((day) => parseWeekday(day as string))
        : isWeekend
          ? [6, 0]
          : [1, 5];
    const count = (((end as number) - (begin as number) + WEEK) % WEEK) + 1;
    return Array.from({ length: count }, (_, offset) => ({
      start: index,
      end: index + literal.length,
      day: ((begin as number) + offset) % WEEK,
    }));
  });

const scanDayNames = (pattern: RegExp, text: string, from: number): NamedDay[] =>
  Array.from(findMatches(text, pattern, from), ({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    day: parseWeekday(name),
  }));

/** Months that are written out in English, in order. */
export const scanMonths = (text: string): NamedMonth[] =>
  Array.from(findMatches(text, MONTH, 0), ({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    month: parseEnglishMonth(name),
  }));
