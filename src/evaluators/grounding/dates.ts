import { checkConfidence, type Finding, quoted } from './finding';
import { foreignMonthOf } from './month-names';
import type { NumberIndex } from './numbers';

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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
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
const monthOf = (name: string | undefined): number =>
  MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
const eachDay = (year: string | undefined, month: number, days: (string | undefined)[]): DateReading[] =>
  days.filter((day) => day !== undefined).map((day) => read(year, month, day));

/** Earlier patterns win where two match the same place. */
const PATTERNS: [RegExp, Reader][] = [
  [/(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)日?/g, ([y, m, d]) => [read(y, Number(m), d)]],
  [
    /(?<![\d.])(\d{1,2})(?:[-/.](\d{1,2})[-/.](\d{4})|\/(\d{1,2})\/(\d{2}))(?!\.?\d)/g,
    ([a, b1, y1, b = b1, y = y1]) => [read(y, Number(a), b), read(y, Number(b), a)],
  ],
  [/(?<!\d)(\d{1,2})月(\d{1,2})日/g, ([m, d]) => [read(undefined, Number(m), d)]],
  [new RegExp(`\\b([12]\\d{3}),?\\s{1,2}${MONTH}\\s${DAY}`, 'gi'), ([y, m, d]) => [read(y, monthOf(m), d)]],
  [
    new RegExp(`\\b${MONTH}\\s{1,3}(?:the\\s)?${DAY}(?:${TO}${DAY})?${YEAR}?`, 'gi'),
    ([m, d, d2, y]) => eachDay(y, monthOf(m), [d, d2]),
  ],
  [
    new RegExp(
      `(?<!\\d)(?:${DAY}${TO}(?:the\\s)?)?${DAY}\\s{0,2}(?:of\\s|-)?${MONTH}(?![a-z])${YEAR}?`,
      'gi',
    ),
    ([d, d2, m, y]) => eachDay(y, monthOf(m), [d, d2]),
  ],
  [new RegExp(`\\b${MONTH}(?![a-z])${YEAR}`, 'gi'), ([m, y]) => [read(y, monthOf(m), undefined)]],
  [
    /(?<!\d)(\d{1,2})(?:er|[.º°])?\s{1,2}(?:de\s)?(\p{L}{3,12})(?!\p{L})(?:\s(?:del?\s)?([12]\d{3})(?!\d))?/gu,
    ([d, m, y]) => [read(y, foreignMonthOf(m), d)],
  ],
  [
    // The year is looked for first: there are fewer of them than of words.
    /(?=[12]\d{3})(?<=(?<!\p{L})(\p{L}{3,12})\s(?:del?\s)?)([12]\d{3})(?!\d)/gu,
    ([m, y]) => [read(y, foreignMonthOf(m), undefined)],
  ],
];

/** Dates of `text`, numeric or with an English month, in order and disjoint. A bare year or month is none. */
export function scanDates(text: string): DateMention[] {
  const found = PATTERNS.flatMap(([pattern, reader]) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].replace(/\.$/, '').length,
      text: match[0].replace(/\.$/, ''),
      readings: reader(match.slice(1)).filter(isOnCalendar),
    })),
  ).filter(({ readings, text: date }) => readings.length > 0 && !/\bmay\b/.test(date));
  const dates: DateMention[] = [];
  for (const date of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (date.start >= (dates.at(-1)?.end ?? 0)) dates.push(date);
  }
  return dates;
}

function isOnCalendar({ month, day }: DateReading): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}

const RELATIVE_DATE =
  /\b(?:today|tonight|tomorrow|yesterday|now|current|currently|latest|(?:next|this|coming|upcoming|past|last)\s(?:\w+\s)?(?:day|week|month|year|quarter|weekend)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
const MILLISECONDS_PER_DAY = 86_400_000;
const MOST_FULL_DATES = 500;

function dayNumberOf({ year, month, day }: DateReading): number | null {
  return year === null || day === null ? null : Date.UTC(year, month - 1, day) / MILLISECONDS_PER_DAY;
}

/** The dates of the evidence. */
export class DateIndex {
  private readonly days = new Map<string, string>();
  /** Days since 1970 of the dates that have a year. */
  private readonly fullDates: number[] = [];
  /** Whether "tomorrow", "next week" and the like occur, from which a date can be worked out. */
  readonly hasRelativeDate: boolean;
  private readonly years = new Set<number>();
  private readonly months = new Map<number, string>();

  constructor(
    text: string,
    dates: readonly DateMention[],
    private readonly numbers: NumberIndex,
  ) {
    this.hasRelativeDate = RELATIVE_DATE.test(text);
    for (const mention of dates) {
      for (const reading of mention.readings) {
        const { year, month, day } = reading;
        if (year !== null) this.years.add(year);
        const dayNumber = dayNumberOf(reading);
        if (dayNumber !== null && this.fullDates.length < MOST_FULL_DATES) this.fullDates.push(dayNumber);
        this.days.set(`${month}-${day}`, mention.text);
        if (!this.months.has(month)) this.months.set(month, mention.text);
      }
    }
    for (const match of text.matchAll(new RegExp(`\\b${MONTH}(?![a-z])`, 'gi'))) {
      const month = monthOf(match[1]);
      if (match[0] !== 'may' && !this.months.has(month)) this.months.set(month, match[0]);
    }
  }

  hasDay(month: number, day: number): boolean {
    return this.days.has(`${month}-${day}`);
  }

  /** Whether a date with a year lies within `days` of the reading, or there is none to compare with. */
  hasNear(reading: DateReading, days: number): boolean {
    const dayNumber = dayNumberOf(reading);
    if (dayNumber === null || this.fullDates.length === 0) return true;
    return this.fullDates.some((known) => Math.abs(known - dayNumber) <= days);
  }

  hasYear(year: number): boolean {
    return this.years.has(year) || this.numbers.has(year);
  }

  hasMonth(month: number): boolean {
    return this.months.has(month);
  }

  /** Days of the week, 0 for Sunday, of the dates that have a year. */
  weekdays(): number[] {
    return this.fullDates.map((dayNumber) => new Date(dayNumber * MILLISECONDS_PER_DAY).getUTCDay());
  }

  /** How the evidence writes a date in the month, or null. */
  findInMonth(month: number): string | null {
    return this.months.get(month) ?? null;
  }
}

/** Dates of the reply whose day and month, or whose year, the evidence does not have. */
export function checkDates(dates: readonly DateMention[], evidence: DateIndex): Finding[] {
  return dates
    .filter(({ readings }) => !readings.some((reading) => isSupported(reading, evidence)))
    .map(({ start, end, text: date, readings }) => {
      const near = evidence.findInMonth(readings[0]?.month ?? 0);
      const nearest = near === null ? '' : `; the evidence has ${quoted(near)}`;
      return {
        start,
        end,
        label: 'fabrication',
        explanation: `The date ${quoted(date)} is nowhere in the evidence${nearest}.`,
        confidence: checkConfidence.date,
      };
    });
}

function isSupported({ year, month, day }: DateReading, evidence: DateIndex): boolean {
  if (year !== null && !evidence.hasYear(year)) return false;
  return day === null ? evidence.hasMonth(month) : evidence.hasDay(month, day);
}
