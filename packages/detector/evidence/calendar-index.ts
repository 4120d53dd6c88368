import { DAY_RANGE, scanDayRanges, scanDays, scanShortDays } from '../text/calendar-words';
import type { DateIndex } from './date-index';
import { type GrowingText, ResumedScan, ResumedTest } from './growing-text';

/** From these any day of the week, or month, may be worked out. */
const SPAN_OF_DAYS = /\b(?:today|tonight|tomorrow|yesterday|daily|every day|seven days|all week)\b/i;
const SPAN_OF_MONTHS =
  /\b(?:today|(?:this|next|last|past|every|each)\s(?:\w+\s)?month|spring|summer|autumn|fall|winter|season|year-round|quarter)\b/i;

/** Days of the week and months of the evidence; each is looked for when it is first asked for. */
export class CalendarIndex {
  private readonly daySpan: ResumedTest;
  private readonly monthSpan: ResumedTest;
  private readonly dayRange: ResumedTest;
  private readonly days = [scanDays, scanShortDays, scanDayRanges].map((scan) => new ResumedScan(scan));
  private readonly settledDays = new Set<number>();

  constructor(
    private readonly source: GrowingText,
    private readonly dates: DateIndex,
  ) {
    this.daySpan = new ResumedTest(SPAN_OF_DAYS, source);
    this.monthSpan = new ResumedTest(SPAN_OF_MONTHS, source);
    this.dayRange = new ResumedTest(new RegExp(DAY_RANGE, 'i'), source);
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
    return this.daySpan.matches() ? null : new Set([...this.namedDays(), ...this.dates.weekdays()]);
  }

  /** Those of dates. */
  daysOfDates(): ReadonlySet<number> {
    return new Set(this.dates.weekdays());
  }

  private namedDays(): ReadonlySet<number> {
    const found = this.days.map((scan) => scan.next(this.source));
    for (const { day } of found.flatMap(({ settled }) => settled)) this.settledDays.add(day);
    return new Set([...this.settledDays, ...found.flatMap((days) => days.open).map(({ day }) => day)]);
  }

  /** Whether the month, 1 to 12, is named, or any may be meant. */
  hasMonth(month: number): boolean {
    return this.monthSpan.matches() || this.dates.hasMonth(month);
  }
}
