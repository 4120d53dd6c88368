import { DAY_RANGE, scanDayRanges, scanDays, scanShortDays } from '../text/calendar-words';
import type { DateIndex } from './date-index';
import { type GrowingText, ResumedScan, ResumedTest } from './growing-text';

/** Any day of the week, or month, may be meant. */
const ALL_DAYS = /\b(?:daily|every day|seven days|all week)\b/i;
const ALL_MONTHS = /\b(?:(?:past|every|each)\s(?:\w+\s)?month|season|year-round|quarter)\b/i;
/** One next to that of a date; any where there is no date. */
const NEXT_TO_DAY = /\b(?:today|tonight|tomorrow|yesterday)\b/i;
const NEXT_TO_MONTH = /\b(?:today|(?:this|next|last)\s(?:\w+\s)?month)\b/i;
/** With the months in which they begin and end, of the northern half of the earth. */
const SEASONS: [word: RegExp, months: readonly number[]][] = [
  [/\bspring\b/i, [3, 4, 5, 6]],
  [/\bsummer\b/i, [6, 7, 8, 9]],
  [/\b(?:autumn|(?:in|this|the|last|next|early|late) fall|fall (?:of )?\d)/i, [9, 10, 11, 12]],
  [/\bwinter\b/i, [12, 1, 2, 3]],
];
const DAYS = 7;
/** From the day before yesterday to the day after tomorrow, in a week. */
const NEXT_DAYS = [5, 6, 1, 2];
const MONTHS = 12;

/** Days of the week and months of the evidence; each is looked for when it is first asked for. */
export class CalendarIndex {
  private readonly allDays: ResumedTest;
  private readonly allMonths: ResumedTest;
  private readonly nextToDay: ResumedTest;
  private readonly nextToMonth: ResumedTest;
  private readonly seasons: { word: ResumedTest; months: readonly number[] }[];
  private readonly dayRange: ResumedTest;
  private readonly days = [scanDays, scanShortDays, scanDayRanges].map((scan) => new ResumedScan(scan));
  private readonly settledDays = new Set<number>();

  constructor(
    private readonly source: GrowingText,
    private readonly dates: DateIndex,
  ) {
    const test = (pattern: RegExp): ResumedTest => new ResumedTest(pattern, source);
    this.allDays = test(ALL_DAYS);
    this.allMonths = test(ALL_MONTHS);
    this.nextToDay = test(NEXT_TO_DAY);
    this.nextToMonth = test(NEXT_TO_MONTH);
    this.seasons = SEASONS.map(([word, months]) => ({ word: test(word), months }));
    this.dayRange = test(new RegExp(DAY_RANGE, 'i'));
  }

  /** Whether days are given by ranges, which say of all others that they are not meant. */
  hasDayRanges(): boolean {
    return this.dayRange.matches();
  }

  /**
   * Days of the week, 0 for Sunday, that are named, are within a range or are those of dates; null where any may be
   * meant.
   */
  knownDays(): ReadonlySet<number> | null {
    const dated = this.dates.weekdays();
    const isNextToDay = this.nextToDay.matches();
    if (this.allDays.matches() || (isNextToDay && dated.length === 0)) return null;
    const next = isNextToDay ? dated.flatMap((day) => NEXT_DAYS.map((by) => (day + by) % DAYS)) : [];
    return new Set([...this.namedDays(), ...dated, ...next]);
  }

  /** Those of dates. */
  daysOfDates(): ReadonlySet<number> {
    return new Set(this.dates.weekdays());
  }

  /** Days of the week that are named or within a range. */
  namedDays(): ReadonlySet<number> {
    const scans = this.days.map((scan) => scan.next(this.source));
    for (const { day } of scans.flatMap(({ settled }) => settled)) this.settledDays.add(day);
    return new Set([...this.settledDays, ...scans.flatMap((days) => days.open).map(({ day }) => day)]);
  }

  /** Whether the month, 1 to 12, is named, or any may be meant. */
  hasMonth(month: number): boolean {
    if (this.allMonths.matches() || this.dates.hasMonth(month)) return true;
    if (this.seasons.some(({ word, months }) => months.includes(month) && word.matches())) return true;
    const isNext = [(month % MONTHS) + 1, ((month + MONTHS - 2) % MONTHS) + 1].some((one) =>
      this.dates.hasMonth(one),
    );
    return this.nextToMonth.matches() && (isNext || !this.dates.hasAnyMonth());
  }
}
