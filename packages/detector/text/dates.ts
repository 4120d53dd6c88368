import { parseEnglishMonth, parseForeignMonth } from '../gazetteers/calendar-names';
import { findMatches, type Region } from './regions';

/** One reading of a date; a part that is not written is null. */
export interface DateReading {
  year: number | null;
  month: number;
  day: number | null;
}

export interface DateMention {
  start: number;
  end: number;
  text: string;
  /** "03/05/2024" has two. Never empty. */
  readings: DateReading[];
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)';
const TO = '\\s{0,2}(?:-|–|to|and|&|until|through|,)\\s{0,2}';
const YEAR = '(?:\\s?,?\\s{0,2}(?:of\\s)?([12]\\d{3})(?!\\d))';

type Reader = (groups: (string | undefined)[]) => DateReading[];
const read = (year: string | undefined, month: number, day: string | undefined): DateReading => ({
  year: year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0),
  month,
  day: day === undefined ? null : Number(day),
});
const readDays = (year: string | undefined, month: number, days: (string | undefined)[]): DateReading[] =>
  days.filter((day) => day !== undefined).map((day) => read(year, month, day));

/** Earlier patterns win where two match the same place. */
const PATTERNS: [RegExp, Reader][] = [
  [/(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)日?/g, ([y, m, d]) => [read(y, Number(m), d)]],
  [
    /(?<![\d.])(\d{1,2})(?:[-/.](\d{1,2})[-/.](\d{4})|\/(\d{1,2})\/(\d{2}))(?!\.?\d)/g,
    ([a, b1, y1, b = b1, y = y1]) => [read(y, Number(a), b), read(y, Number(b), a)],
  ],
  [/(?<!\d)(\d{4})([01]\d)([0-3]\d)(?=T\d{4})/g, ([y, m, d]) => [read(y, Number(m), d)]],
  [/(?<!\d)(\d{1,2})月(\d{1,2})日/g, ([m, d]) => [read(undefined, Number(m), d)]],
  [
    new RegExp(`\\b([12]\\d{3}),?\\s{1,2}${MONTH}\\s${DAY}`, 'gi'),
    ([y, m, d]) => [read(y, parseEnglishMonth(m), d)],
  ],
  [
    new RegExp(`\\b${MONTH}\\s{1,3}(?:the\\s)?${DAY}(?:${TO}${DAY})?${YEAR}?`, 'gi'),
    ([m, d, d2, y]) => readDays(y, parseEnglishMonth(m), [d, d2]),
  ],
  [
    new RegExp(
      `(?<!\\d)(?:${DAY}${TO}(?:the\\s)?)?${DAY}\\s{0,2}(?:of\\s|-)?${MONTH}(?![a-z])${YEAR}?`,
      'gi',
    ),
    ([d, d2, m, y]) => readDays(y, parseEnglishMonth(m), [d, d2]),
  ],
  [new RegExp(`\\b${MONTH}(?![a-z])${YEAR}`, 'gi'), ([m, y]) => [read(y, parseEnglishMonth(m), undefined)]],
  [
    /(?<!\d|\d[.,])(\d{1,2})(?:er|[.º°])?\s{1,2}(?:de\s)?(\p{L}{3,12})(?!\p{L})(?:\s(?:del?\s)?([12]\d{3})(?!\d))?/gu,
    ([d, m, y]) => [read(y, parseForeignMonth(m), d)],
  ],
  [
    // The year is looked for first: there are fewer of them than of words.
    /(?=[12]\d{3})(?<=(?<!\p{L})(\p{L}{3,12})\s(?:del?\s)?)([12]\d{3})(?!\d)/gu,
    ([m, y]) => [read(y, parseForeignMonth(m), undefined)],
  ],
];

/** The month in lower case is a verb but for after these. */
const BEFORE_MAY = /\b(?:on|by|until|till|from|since|before|after|of|dated)\s$/i;
const MAX_BEFORE_MAY = 8;

/** What a pattern matches; no date where no reading is on the calendar. */
export interface DateMatch extends Region {
  date: DateMention | null;
}

function scanPattern([pattern, reader]: [RegExp, Reader], text: string, from: number): DateMatch[] {
  return Array.from(findMatches(text, pattern, from), (match) => {
    const [{ length }] = match;
    const literal = match[0].replace(/\.$/, '');
    const readings = reader(match.slice(1)).filter(isOnCalendar);
    const [start, end] = [match.index, match.index + length];
    const before = text.slice(Math.max(0, start - MAX_BEFORE_MAY), start);
    const isDate = readings.length > 0 && (!/\bmay\b/.test(literal) || BEFORE_MAY.test(before));
    const date = isDate ? { start, end: start + literal.length, text: literal, readings } : null;
    return { start, end, date };
  });
}

/** For each way to write a date, what finds those that begin at `from` or later. */
export const dateScans = PATTERNS.map(
  (pattern) =>
    (text: string, from: number): DateMatch[] =>
      scanPattern(pattern, text, from),
);

/** Dates of `text`, numeric or with an English month, in order and disjoint. A bare year or month is none. */
export function scanDates(text: string): DateMention[] {
  return mergeDates(
    dateScans.map((scan) => scan(text, 0)),
    0,
  );
}

/** The dates that the scans have found, in order, without those that begin inside of an earlier one or before `from`. */
export function mergeDates(matchesOfScans: readonly DateMatch[][], from: number): DateMention[] {
  const dates = matchesOfScans.flatMap((matches) => matches.flatMap(({ date }) => date ?? []));
  let end = from;
  return dates
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((date) => {
      if (date.start < end) return false;
      end = date.end;
      return true;
    });
}

function isOnCalendar({ month, day }: DateReading): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}

const MONTH_WORD = new RegExp(`\\b${MONTH}(?![a-z])`, 'gi');

/** An English month, written out or cut short. */
export interface MonthMention extends Region {
  text: string;
  month: number;
}

/** The English months of `text` that begin at `from` or later, in order, also those of dates. */
export const scanMonthMentions = (text: string, from: number): MonthMention[] =>
  Array.from(findMatches(text, MONTH_WORD, from), ({ 0: literal, 1: name, index }) => ({
    start: index,
    end: index + literal.length,
    text: literal,
    month: parseEnglishMonth(name),
  }));

/** "2024-09", "09/2024", and the month of a field of that name. Years apart are written alike: "2010-12". */
const MONTH_NUMBER =
  /(?=\d)(?<![\d./-])(?:(?:19|20)\d\d-(0[1-9]|1[0-2])(?![\d-])|(0[1-9]|1[0-2])\/(?:19|20)\d\d(?![\d/])|(?<=\bmonth["']?\s?[:=]\s?["']?)(0?[1-9]|1[0-2])(?!\d))/gi;

/** Months of the evidence that are written as numbers, without those of whole dates. */
export const scanMonthNumbers = (text: string, from: number): MonthMention[] =>
  Array.from(findMatches(text, MONTH_NUMBER, from), ({ 0: literal, 1: iso, 2: first, 3: field, index }) => ({
    start: index,
    end: index + literal.length,
    text: literal,
    month: Number(iso ?? first ?? field),
  }));

const MONTH_RANGE = new RegExp(`\\b${MONTH}\\s?(?:-|–|to|through|thru|until)\\s?${MONTH}(?![a-z])`, 'gi');
const MONTHS = 12;

/** Each of the months from the first to the last of a range: "October" of "September to December". */
export const scanMonthRanges = (text: string, from: number): MonthMention[] =>
  Array.from(findMatches(text, MONTH_RANGE, from)).flatMap(({ 0: literal, 1: first, 2: last, index }) => {
    const [begin, end] = [parseEnglishMonth(first), parseEnglishMonth(last)];
    const count = ((end - begin + MONTHS) % MONTHS) + 1;
    return Array.from({ length: count }, (_, offset) => ({
      start: index,
      end: index + literal.length,
      text: literal,
      month: ((begin - 1 + offset) % MONTHS) + 1,
    }));
  });

const MS_PER_DAY = 86_400_000;

/** Days from the first of 1970 to the date, which may be none of the calendar: the 31st of June is the first of July. */
export const computeDayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / MS_PER_DAY;

/** "2025-06-03", for a day by its number. */
export const writeDay = (dayNumber: number): string =>
  new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, 10);

/** The day of the week, 0 for Sunday, of a day by its number. */
export const computeWeekday = (dayNumber: number): number => new Date(dayNumber * MS_PER_DAY).getUTCDay();
