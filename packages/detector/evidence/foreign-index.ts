import type { ReadLanguage } from '../gazetteers/language-words';
import { type CalendarWord, scanCalendarWords } from '../text/foreign-calendar-words';
import { scanForeignTimes } from '../text/foreign-times';
import type { TimeMention } from '../text/times';
import { type ForeignNumber, scanForeignNumbers } from '../values/foreign-numbers';
import { type GrowingText, ResumedScan } from './growing-text';

/** What the evidence says in words of another language: numbers, days of the week and months. */
export interface ForeignValues {
  numbers: ReadonlySet<number>;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** In minutes after midnight. */
  times: ReadonlySet<number>;
  /** Whether any day, or any day and month, may be meant. */
  isAnyDay: boolean;
  isToday: boolean;
}

/** Reads them, for each language from when a reply in it is first judged. */
export class ForeignIndex {
  private readonly readers = new Map<ReadLanguage, Reader>();

  constructor(private readonly source: GrowingText) {}

  of(language: ReadLanguage): ForeignValues {
    const reader = this.readers.get(language) ?? new Reader(language);
    this.readers.set(language, reader);
    return reader.read(this.source);
  }
}

class Reader {
  private readonly numberScan: ResumedScan<ForeignNumber>;
  private readonly calendarScan: ResumedScan<CalendarWord>;
  private readonly timeScan: ResumedScan<TimeMention>;
  /** Of the text that stays. */
  private readonly settled = new Collected();

  constructor(language: ReadLanguage) {
    this.numberScan = new ResumedScan((text, from) => scanForeignNumbers(language, text, from));
    this.timeScan = new ResumedScan((text, from) => scanForeignTimes(language, text, from));
    this.calendarScan = new ResumedScan((text, from) => scanCalendarWords(language, text, from));
  }

  read(source: GrowingText): ForeignValues {
    const numbers = this.numberScan.next(source);
    const words = this.calendarScan.next(source);
    const times = this.timeScan.next(source);
    this.settled.add(numbers.settled, words.settled, times.settled);
    const all = new Collected(this.settled);
    all.add(numbers.open, words.open, times.open);
    return all;
  }
}

class Collected implements ForeignValues {
  readonly numbers: Set<number>;
  readonly days: Set<number>;
  readonly months: Set<number>;
  readonly times: Set<number>;
  isAnyDay: boolean;
  isToday: boolean;

  constructor(before?: ForeignValues) {
    this.numbers = new Set(before?.numbers);
    this.days = new Set(before?.days);
    this.months = new Set(before?.months);
    this.times = new Set(before?.times);
    this.isAnyDay = before?.isAnyDay ?? false;
    this.isToday = before?.isToday ?? false;
  }

  add(
    numbers: readonly ForeignNumber[],
    words: readonly CalendarWord[],
    times: readonly TimeMention[],
  ): void {
    for (const { readings } of times) for (const minutes of readings) this.times.add(minutes);
    for (const { values } of numbers) for (const value of values) this.numbers.add(value);
    for (const { day, month, isAnyDay, isToday } of words) {
      if (day !== null) this.days.add(day);
      if (month !== null) this.months.add(month);
      this.isAnyDay ||= isAnyDay;
      this.isToday ||= isToday;
    }
  }
}
