import { isWithin } from '../text/regions';
import { DAY_MINUTES, HALF_DAY_MINUTES, scanClocks, type TimeMention } from '../text/times';
import type { MeasuredNumber } from '../values/quantities';
import type { DateIndex } from './date-index';
import { type GrowingText, ResumedScan } from './growing-text';
import type { NumberIndex } from './number-index';
import { Follower, type UndoLog } from './undo-log';

const IS_CLOCK = /\d[:.]\d\d|[ap]\.?m|^[0-2]\d{3}(?:\d\d|$)/i;
const MAX_EXAMPLES = 3;
/** "07:15" is of a clock of 24 hours. */
const IS_PADDED = /^0\d[:.]\d\d$/;

/** The times of the evidence. A full hour is also found as a bare number, as in "from 9 to 5 pm". */
export class TimeIndex {
  /** In order and disjoint. */
  readonly mentions: TimeMention[] = [];
  private readonly minutes = new Set<number>();
  /** Where a time that is meant for one half of the day is written first. */
  private readonly ofHalf = new Map<number, TimeMention>();
  /** Of times as clocks show them; the model reads opening hours such as "9:0" by days. */
  private readonly clockMinutes = new Set<number>();
  private readonly texts = new Set<string>();
  private readonly firsts: TimeMention[] = [];
  private readonly scan = new ResumedScan(scanClocks);
  /** Numbers that count nothing and are outside of dates and times. */
  private readonly hours = new Set<number>();
  private readonly hourFollower: Follower<MeasuredNumber>;

  constructor(
    private readonly source: GrowingText,
    private readonly numbers: NumberIndex,
    private readonly dates: DateIndex,
    private readonly log: UndoLog,
  ) {
    this.hourFollower = new Follower(numbers.measures.followed, log, (number) => this.addHours(number));
  }

  /** Reads on in the text. @returns what adds the times that may change when the text grows */
  grow(): () => void {
    const { settled, open } = this.scan.next(this.source);
    for (const mention of settled) this.addTime(mention);
    return () => {
      for (const mention of open) this.addTime(mention);
    };
  }

  private addTime(mention: TimeMention): void {
    if (mention.readings.length === 0) return;
    const readings = this.isOf24Hours(mention) ? mention.readings.slice(0, 1) : mention.readings;
    this.log.push(this.mentions, mention);
    this.log.add(this.texts, mention.text);
    for (const reading of readings) this.log.add(this.minutes, reading);
    if (readings.length === 1) this.log.setIfAbsent(this.ofHalf, readings[0] as number, mention);
    if (IS_CLOCK.test(mention.text)) for (const reading of readings) this.log.add(this.clockMinutes, reading);
    if (this.firsts.length < MAX_EXAMPLES) this.log.push(this.firsts, mention);
  }

  /** Not the second time of "09:00-05:00", which is earlier in the morning than the first. */
  private isOf24Hours({ text, readings: [own = 0] }: TimeMention): boolean {
    const [last] = this.mentions.at(-1)?.readings ?? [];
    return IS_PADDED.test(text) && !(last !== undefined && own < last && last <= HALF_DAY_MINUTES);
  }

  private addHours({ start, quantity, values }: MeasuredNumber): void {
    if (quantity !== null || isWithin(this.dates.mentions, start) || isWithin(this.mentions, start)) return;
    for (const value of values) this.log.add(this.hours, value);
  }

  private hasHour(hour: number): boolean {
    this.numbers.measures.all();
    this.hourFollower.update();
    return this.hours.has(hour);
  }

  has(reading: number): boolean {
    if (this.minutes.has(reading)) return true;
    const hour = reading / 60;
    return Number.isInteger(hour) && (this.hasHour(hour) || this.hasHour(hour % 12 || 12));
  }

  /** The same time in the other half of the day, if that is the one that is written. */
  findInOtherHalf({ readings: [reading, other] }: Pick<TimeMention, 'readings'>): TimeMention | null {
    if (reading === undefined || other !== undefined) return null;
    return this.ofHalf.get((reading + HALF_DAY_MINUTES) % DAY_MINUTES) ?? null;
  }

  /** Whether it has the time in another notation only. */
  hasOtherwise({ readings, text }: TimeMention): boolean {
    return !this.texts.has(text) && readings.some((reading) => this.clockMinutes.has(reading));
  }

  /** The first three times of the evidence, or fewer. */
  get examples(): readonly TimeMention[] {
    return this.firsts;
  }
}
