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
