import { checkConfidence, type Finding, quoted } from '../checks/finding';
import { type Found, type GrowingText, matchesFrom, ResumedScan } from '../evidence/growing-text';
import type { UndoLog } from '../evidence/undo-log';
import { foreignMonthOf } from '../gazetteers/calendar-names';
import type { NumberIndex } from './numbers';
import type { Region } from './regions';

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

/** What a pattern matches; no date where no reading is on the calendar. */
interface DateMatch extends Region {
  date: DateMention | null;
}

function scanPattern([pattern, reader]: [RegExp, Reader], text: string, from: number): DateMatch[] {
  return Array.from(matchesFrom(text, pattern, from), (match) => {
    const [{ length }] = match;
    const written = match[0].replace(/\.$/, '');
    const readings = reader(match.slice(1)).filter(isOnCalendar);
    const [start, end] = [match.index, match.index + length];
    const isDate = readings.length > 0 && !/\bmay\b/.test(written);
    const date = isDate ? { start, end: start + written.length, text: written, readings } : null;
    return { start, end, date };
  });
}

/** Dates of `text`, numeric or with an English month, in order and disjoint. A bare year or month is none. */
export function scanDates(text: string): DateMention[] {
  return disjoint(inOrder(PATTERNS.map((pattern) => scanPattern(pattern, text, 0))), 0);
}

function inOrder(found: readonly DateMatch[][]): DateMention[] {
  const dates = found.flatMap((matches) => matches.flatMap(({ date }) => date ?? []));
  return dates.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Without those that begin inside of an earlier one or before `from`. */
function disjoint(dates: readonly DateMention[], from: number): DateMention[] {
  let end = from;
  return dates.filter((date) => {
    if (date.start < end) return false;
    end = date.end;
    return true;
  });
}

/** Reads the dates of a growing text. */
class DateScan {
  private readonly scans = PATTERNS.map(
    (pattern) => new ResumedScan((text, from) => scanPattern(pattern, text, from)),
  );
  private end = 0;

  next(source: GrowingText): Found<DateMention> {
    const found = this.scans.map((scan) => scan.next(source));
    const settled = disjoint(inOrder(found.map((matches) => matches.settled)), this.end);
    this.end = settled.at(-1)?.end ?? this.end;
    return { settled, open: disjoint(inOrder(found.map((matches) => matches.open)), this.end) };
  }
}

function isOnCalendar({ month, day }: DateReading): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}

const MILLISECONDS_PER_DAY = 86_400_000;
const MOST_FULL_DATES = 500;
const MONTH_WORD = new RegExp(`\\b${MONTH}(?![a-z])`, 'gi');

function dayNumberOf({ year, month, day }: DateReading): number | null {
  return year === null || day === null ? null : Date.UTC(year, month - 1, day) / MILLISECONDS_PER_DAY;
}

/** The dates of the evidence. */
export class DateIndex {
  /** In order and disjoint. */
  readonly mentions: DateMention[] = [];
  private readonly days = new Set<string>();
  /** Days since 1970 of the dates that have a year. */
  private readonly fullDates: number[] = [];
  private readonly years = new Set<number>();
  /** How a month is written first: in a date, and alone. */
  private readonly datedMonths = new Map<number, string>();
  private readonly loneMonths = new Map<number, string>();
  private readonly scan = new DateScan();
  private readonly monthScan = new ResumedScan((text, from) =>
    Array.from(matchesFrom(text, MONTH_WORD, from), ({ 0: written, 1: name, index }) => ({
      start: index,
      end: index + written.length,
      text: written,
      month: monthOf(name),
    })),
  );

  constructor(
    private readonly source: GrowingText,
    private readonly numbers: NumberIndex,
    private readonly log: UndoLog,
  ) {}

  /** Reads on in the text. @returns what adds the dates that may change when the text grows */
  grow(): () => void {
    const dates = this.scan.next(this.source);
    const months = this.monthScan.next(this.source);
    this.addAll(dates.settled, months.settled);
    return () => this.addAll(dates.open, months.open);
  }

  private addAll(dates: readonly DateMention[], months: readonly { text: string; month: number }[]): void {
    for (const date of dates) this.addDate(date);
    for (const { text, month } of months) {
      if (text !== 'may') this.log.setIfAbsent(this.loneMonths, month, text);
    }
  }

  private addDate(mention: DateMention): void {
    const { log } = this;
    log.push(this.mentions, mention);
    for (const reading of mention.readings) {
      const { year, month, day } = reading;
      if (year !== null) log.add(this.years, year);
      const dayNumber = dayNumberOf(reading);
      if (dayNumber !== null && this.fullDates.length < MOST_FULL_DATES) log.push(this.fullDates, dayNumber);
      log.add(this.days, `${month}-${day}`);
      log.setIfAbsent(this.datedMonths, month, mention.text);
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
    return this.datedMonths.has(month) || this.loneMonths.has(month);
  }

  /** Days of the week, 0 for Sunday, of the dates that have a year. */
  weekdays(): number[] {
    return this.fullDates.map((dayNumber) => new Date(dayNumber * MILLISECONDS_PER_DAY).getUTCDay());
  }

  /** How the evidence writes a date in the month, or null. */
  findInMonth(month: number): string | null {
    return this.datedMonths.get(month) ?? this.loneMonths.get(month) ?? null;
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
