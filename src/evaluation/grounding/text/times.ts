import { checkConfidence, type Finding, quoted } from '../checks/finding';
import { type GrowingText, matchesFrom, ResumedScan } from '../evidence/growing-text';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { firstWhere } from '../first-where';
import type { DateIndex } from './dates';
import type { MeasuredNumber } from './measures';
import type { NumberIndex } from './numbers';
import type { Region } from './regions';

/** A time of day. */
export interface TimeMention {
  start: number;
  end: number;
  text: string;
  /** Minutes after midnight; two of them when morning or evening is not told. */
  readings: number[];
}

const HOURS = 'twelve one two three four five six seven eight nine ten eleven'.split(' ');
/** The first that matches at a place counts. */
const CLOCKS = [
  `\\b(?<part>half past|quarter past|quarter to)\\s(?<partHour>\\d{1,2}|${HOURS.join('|')})\\b`,
  '(?<![\\d.:])(?<h12>\\d{1,2})(?:[:.](?<min12>\\d{1,2})(?::\\d{2})?)?\\s?(?<half>[ap])(?:\\.m\\.?|m\\b)',
  '(?<![\\d.:])(?<hDot>\\d{1,2})(?:[.:]|\\s?h\\s?)(?<minDot>\\d{2})(?:\\s?(?:uhr|uur)|(?<=h\\s?\\d\\d))(?![\\d\\p{L}])',
  '(?<![\\d.:])(?<hFull>\\d{1,2})\\s(?:uhr|uur)(?!\\p{L})(?:\\s(?<minFull>\\d{2})(?!\\d))?',
  '(?<=(?<!\\p{L})(?:à|vers|dès|a las|às)\\s)(?<hAlone>\\d{1,2})\\s?h(?:eures|oras)?(?![\\d\\p{L}]|\\s(?:de|par)\\s)',
  '(?<=\\b(?:kl\\.?|klo|ore|alle)\\s)(?<hAt>\\d{1,2})\\.(?<minAt>\\d{2})(?!\\d)',
  '(?<![\\d.:])(?<h24>\\d{1,2}):(?<min24>\\d{1,2})(?::\\d{2})?(?![\\d:])',
  "\\b(?<hWords>\\d{1,2})\\s(?:o['’]clock|in the (?:morning|afternoon|evening)|at night)\\b",
  '\\b(?<word>noon|midnight)\\b',
];
/** Each begins with a digit or with one of these letters, so that a look at one character spares most places the rest. */
const CLOCK = new RegExp(`(?=[\\dhqnm])(?:${CLOCKS.join('|')})`, 'giu');
const HALF_DAY = 12 * 60;
const PARTS: Record<string, number> = { 'half past': 30, 'quarter past': 15, 'quarter to': -15 };

/** Times of day in `text`, in order: "14:30", "2:30 pm", "14h30", "à 14 h", "half past two", "8 in the evening", "noon". */
export function scanTimes(text: string): TimeMention[] {
  return scanClocks(text, 0).filter(({ readings }) => readings.length > 0);
}

function scanClocks(text: string, from: number): TimeMention[] {
  return Array.from(matchesFrom(text, CLOCK, from), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    readings: readClock(match.groups ?? {}),
  }));
}

function readClock(groups: Record<string, string | undefined>): number[] {
  const { word, part, partHour = '', half } = groups;
  if (word !== undefined) return [word.toLowerCase() === 'noon' ? HALF_DAY : 0];
  if (part !== undefined) {
    const named = HOURS.indexOf(partHour.toLowerCase());
    return readHour(named === -1 ? Number(partHour) : named || 12, PARTS[part.toLowerCase()] ?? 0);
  }
  const hour = Number(
    groups.h12 ?? groups.hDot ?? groups.hFull ?? groups.hAlone ?? groups.hAt ?? groups.h24 ?? groups.hWords,
  );
  const minute = Number(groups.min12 ?? groups.minDot ?? groups.minFull ?? groups.minAt ?? groups.min24 ?? 0);
  if (half === undefined) return readHour(hour, minute);
  if (hour > 24 || minute > 59) return [];
  return [(hour % 12) * 60 + minute + (half.toLowerCase() === 'p' ? HALF_DAY : 0)];
}

/** Of the hours up to twelve the morning and the evening are meant. */
function readHour(hour: number, minute: number): number[] {
  if (hour > 24 || minute > 59) return [];
  const minutes = ((hour % 24) * 60 + minute + 2 * HALF_DAY) % (2 * HALF_DAY);
  return hour >= 1 && hour <= 12 ? [minutes, (minutes + HALF_DAY) % (2 * HALF_DAY)] : [minutes];
}

/** The times of the evidence. A full hour is also found as a bare number, as in "from 9 to 5 pm". */
export class TimeIndex {
  /** In order and disjoint. */
  readonly mentions: TimeMention[] = [];
  private readonly minutes = new Set<number>();
  private readonly texts: string[] = [];
  private readonly scan = new ResumedScan(scanClocks);
  /** Numbers that count nothing and stand outside of dates and times. */
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
    this.log.push(this.mentions, mention);
    for (const reading of mention.readings) this.log.add(this.minutes, reading);
    if (this.texts.length < 3) this.log.push(this.texts, mention.text);
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

  /** Up to three times of the evidence, as written. */
  get examples(): readonly string[] {
    return this.texts;
  }
}

/** Whether the place lies in one of the regions, which are in order and disjoint. */
function isWithin(regions: readonly Region[], at: number): boolean {
  const next = firstWhere(regions.length, (index) => (regions[index] as Region).start > at);
  return at < (regions[next - 1]?.end ?? 0);
}

/** Times of day in the reply that the evidence does not have. */
export function checkTimes(times: readonly TimeMention[], evidence: TimeIndex): Finding[] {
  const examples = evidence.examples.map(quoted).join(', ');
  return times
    .filter(({ readings }) => !readings.some((reading) => evidence.has(reading)))
    .map(({ start, end, text: time }) => ({
      start,
      end,
      label: 'fabrication',
      explanation: `The time ${quoted(time)} is nowhere in the evidence${examples && `; it has ${examples}`}.`,
      confidence: checkConfidence.time,
    }));
}
