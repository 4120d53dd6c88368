import {
  computeDayNumber,
  computeWeekday,
  type DateMention,
  type DateReading,
  dateScans,
  type MonthMention,
  mergeDates,
  scanMonthMentions,
  scanMonthNumbers,
  scanMonthRanges,
} from '../text/dates';
import type { WrittenRegion } from '../text/regions';
import { type Found, type GrowingText, ResumedScan } from './growing-text';
import type { NumberIndex } from './number-index';
import type { UndoLog } from './undo-log';

/** Reads the dates of a growing text. */
class DateScan {
  private readonly scans = dateScans.map((scan) => new ResumedScan(scan));
  private end = 0;

  next(source: GrowingText): Found<DateMention> {
    const scanResults = this.scans.map((scan) => scan.next(source));
    const settled = mergeDates(
      scanResults.map((matches) => matches.settled),
      this.end,
    );
    this.end = settled.at(-1)?.end ?? this.end;
    const open = mergeDates(
      scanResults.map((matches) => matches.open),
      this.end,
    );
    return { settled, open };
  }
}

const MAX_FULL_DATES = 500;
const MS_PER_DAY = 86_400_000;

/** Null where a part is not written. */
function computeFullDate({ year, month, day }: DateReading): number | null {
  return year === null || day === null ? null : computeDayNumber(year, month, day);
}

/** The dates of the evidence. */
export class DateIndex {
  /** In order and disjoint. */
  readonly mentions: DateMention[] = [];
  private readonly days = new Set<string>();
  /** How dates are written, without those that are part of something longer such as a timestamp. */
  private readonly texts = new Set<string>();
  /** Days since 1970 of the dates that have a year. */
  private readonly fullDates: number[] = [];
  private readonly years = new Set<number>();
  /** Where a month is written first: in a date, and alone. */
  private readonly datedMonths = new Map<number, WrittenRegion>();
  private readonly loneMonths = new Map<number, WrittenRegion>();
  private readonly scan = new DateScan();
  private readonly monthScans = [scanMonthMentions, scanMonthNumbers, scanMonthRanges].map(
    (scan) => new ResumedScan(scan),
  );

  constructor(
    private readonly source: GrowingText,
    private readonly numbers: NumberIndex,
    private readonly log: UndoLog,
  ) {}

  /** Reads on in the text. @returns what adds the dates that may change when the text grows */
  grow(): () => void {
    const dates = this.scan.next(this.source);
    const months = this.monthScans.map((scan) => scan.next(this.source));
    this.addAll(
      dates.settled,
      months.flatMap(({ settled }) => settled),
    );
    return () =>
      this.addAll(
        dates.open,
        months.flatMap(({ open }) => open),
      );
  }

  private addAll(dates: readonly DateMention[], months: readonly MonthMention[]): void {
    for (const date of dates) this.addDate(date);
    for (const mention of months) {
      if (mention.text !== 'may') this.log.setIfAbsent(this.loneMonths, mention.month, mention);
    }
  }

  private addDate(mention: DateMention): void {
    const { log } = this;
    log.push(this.mentions, mention);
    if (!/\p{L}/u.test(this.source.text.charAt(mention.end))) log.add(this.texts, mention.text);
    for (const reading of mention.readings) {
      const { year, month, day } = reading;
      if (year !== null) log.add(this.years, year);
      const dayNumber = computeFullDate(reading);
      if (dayNumber !== null && this.fullDates.length < MAX_FULL_DATES) log.push(this.fullDates, dayNumber);
      log.add(this.days, `${month}-${day}`);
      log.setIfAbsent(this.datedMonths, month, mention);
    }
  }

  /** Whether it has the date in other words than `text`, or as a part of something longer. */
  hasOtherwise({ year, month, day }: DateReading, text: string): boolean {
    if (day === null || this.texts.has(text)) return false;
    return year === null
      ? this.hasDay(month, day)
      : this.fullDates.includes(computeDayNumber(year, month, day));
  }

  hasDay(month: number, day: number): boolean {
    return this.days.has(`${month}-${day}`);
  }

  /** Whether a date with a year lies within `days` of the reading, or there is none to compare with. */
  hasNear(reading: DateReading, days: number): boolean {
    const dayNumber = computeFullDate(reading);
    if (dayNumber === null || this.fullDates.length === 0) return true;
    return this.fullDates.some((date) => Math.abs(date - dayNumber) <= days);
  }

  /** The years in which it has the day of the month. */
  listYearsOf(month: number, day: number): number[] {
    if (!this.hasDay(month, day)) return [];
    const dates = this.fullDates.map((number) => new Date(number * MS_PER_DAY));
    const same = dates.filter((date) => date.getUTCMonth() + 1 === month && date.getUTCDate() === day);
    return [...new Set(same.map((date) => date.getUTCFullYear()))];
  }

  hasYear(year: number): boolean {
    return this.years.has(year) || this.numbers.has(year);
  }

  hasMonth(month: number): boolean {
    return this.datedMonths.has(month) || this.loneMonths.has(month);
  }

  hasAnyMonth(): boolean {
    return this.datedMonths.size > 0 || this.loneMonths.size > 0;
  }

  /** Days of the week, 0 for Sunday, of the dates that have a year. */
  weekdays(): number[] {
    return this.fullDates.map(computeWeekday);
  }

  /** A date of the evidence in the month, or the name of the month, or null. */
  findInMonth(month: number): WrittenRegion | null {
    return this.datedMonths.get(month) ?? this.loneMonths.get(month) ?? null;
  }
}
