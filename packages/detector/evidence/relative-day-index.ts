import { computeDayNumber, computeWeekday, type DateMention, type DateReading } from '../text/dates';
import { type RelativeDay, scanRelativeDays } from '../text/relative-days';
import type { DateIndex } from './date-index';
import { type GrowingText, ResumedScan } from './growing-text';

const DAYS_PER_WEEK = 7;
const MAX_DATES = 500;
const MAX_RELATIVE = 50;
/** Between a date and how long something takes from then on. */
const MAX_DISTANCE = 200;
/** What is written before the date of the day on which the conversation takes place. */
const TODAY =
  /\b(?:today(?:['’]s date)?|current[ _](?:date|day|time)(?:[ _]and[ _]time)?|now|date)["']?(?:\s(?:in|at)\s\p{L}+)?\s?(?::|=|is)?\s?["']?(?:\p{L}+day,?\s)?$/iu;
const MAX_BEFORE_TODAY = 60;

/** Days that relative words give from dates of the evidence; worked out when a date is first asked for. */
export class RelativeDayIndex {
  private readonly scan = new ResumedScan(scanRelativeDays);
  private readonly settled: RelativeDay[] = [];
  private ofText: { text: string; days: ReadonlySet<number> } | null = null;

  constructor(
    private readonly source: GrowingText,
    private readonly dates: DateIndex,
  ) {}

  /** Whether words of the evidence, or `replyDays`, give the day from a date of the evidence. */
  gives(reading: DateReading, replyDays: readonly RelativeDay[]): boolean {
    const full = this.listFull();
    const days = listDays(
      reading,
      full.map(({ date }) => date),
    );
    if (days.length === 0) return false;
    const givenDays = this.listGiven(full);
    const own = replyDays.flatMap((relative) => full.flatMap(({ day }) => listFrom(day, relative)));
    return days.some((day) => givenDays.has(day) || own.includes(day));
  }

  /** The day of the conversation, by its number, and those of all other dates; null where it is not known. */
  findToday(): { today: number; others: readonly number[] } | null {
    const full = this.listFull();
    const isToday = ({ date }: (typeof full)[number]): boolean =>
      TODAY.test(this.source.text.slice(Math.max(0, date.start - MAX_BEFORE_TODAY), date.start));
    const [today, ...more] = new Set(full.filter(isToday).map(({ day }) => day));
    if (today === undefined || more.length > 0) return null;
    return { today, others: full.map(({ day }) => day).filter((day) => day !== today) };
  }

  private listFull(): { date: DateMention; day: number }[] {
    const full: { date: DateMention; day: number }[] = [];
    for (const date of this.dates.mentions) {
      const [{ year, month, day } = { year: null, month: 0, day: null }] = date.readings;
      if (year === null || day === null) continue;
      full.push({ date, day: computeDayNumber(year, month, day) });
      if (full.length === MAX_DATES) break;
    }
    return full;
  }

  private listGiven(full: readonly { date: DateMention; day: number }[]): ReadonlySet<number> {
    const { text } = this.source;
    if (this.ofText?.text === text) return this.ofText.days;
    const { settled, open } = this.scan.next(this.source);
    this.settled.push(...settled);
    const distinct = new Map<string, RelativeDay>();
    for (const relative of [...this.settled, ...open]) {
      const { days, weekday, isDirected, start } = relative;
      distinct.set(isDirected ? `${days} ${weekday}` : `${days} at ${start}`, relative);
    }
    const given = [...distinct.values()]
      .slice(0, MAX_RELATIVE)
      .flatMap((relative) =>
        full
          .filter(({ date }) => relative.isDirected || areNear(date, relative))
          .flatMap(({ day }) => listFrom(day, relative)),
      );
    this.ofText = { text, days: new Set(given) };
    return this.ofText.days;
  }
}

const areNear = (date: DateMention, relative: RelativeDay): boolean =>
  Math.max(date.start, relative.start) - Math.min(date.end, relative.end) <= MAX_DISTANCE;

/** The days that are meant from a day on: a day of the week in this week or the next. */
function listFrom(day: number, { days, weekday }: RelativeDay): number[] {
  if (days !== null) return [day + days];
  const until = ((weekday ?? 0) - computeWeekday(day) + DAYS_PER_WEEK) % DAYS_PER_WEEK || DAYS_PER_WEEK;
  return [day + until, day + until + DAYS_PER_WEEK];
}

/** The day of a date; of one without a year those of the years that the evidence has. */
function listDays({ year, month, day }: DateReading, dates: readonly DateMention[]): number[] {
  if (day === null) return [];
  const years = year === null ? dates.map(({ readings }) => readings[0]?.year ?? 0) : [year];
  return [...new Set(years)].map((one) => computeDayNumber(one, month, day));
}
