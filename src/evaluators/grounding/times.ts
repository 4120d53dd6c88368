import { checkConfidence, type Finding, quoted } from './finding';
import type { NumberIndex } from './numbers';

/** A time of day. */
export interface TimeMention {
  start: number;
  end: number;
  text: string;
  /** Minutes after midnight; two of them when morning or evening is not told. */
  readings: number[];
}

const CLOCK =
  /(?<![\d.:])(\d{1,2})(?:[:.](\d{1,2})(?::\d{2})?)?\s?([ap])(?:\.m\.?|m\b)|(?<![\d.:])(\d{1,2}):(\d{1,2})(?::\d{2})?(?![\d:])|\b(\d{1,2})\s(?:o['’]clock|in the (?:morning|afternoon|evening)|at night)\b|\b(noon|midnight)\b/gi;
const HALF_DAY = 12 * 60;

/** Times of day in `text`, in order: "14:30", "2:30 pm", "8 in the evening", "noon". */
export function scanTimes(text: string): TimeMention[] {
  const times: TimeMention[] = [];
  for (const match of text.matchAll(CLOCK)) {
    const readings = readClock(match);
    if (readings.length === 0) continue;
    times.push({ start: match.index, end: match.index + match[0].length, text: match[0], readings });
  }
  return times;
}

function readClock([, h12, min12, half, h24, min24, hWords, word]: RegExpMatchArray): number[] {
  if (word !== undefined) return [word.toLowerCase() === 'noon' ? HALF_DAY : 0];
  const hour = Number(h12 ?? h24 ?? hWords);
  const minute = Number(min12 ?? min24 ?? 0);
  if (hour > 24 || minute > 59) return [];
  if (half !== undefined) return [(hour % 12) * 60 + minute + (half.toLowerCase() === 'p' ? HALF_DAY : 0)];
  const minutes = (hour % 24) * 60 + minute;
  return hour >= 1 && hour <= 12 ? [minutes, (minutes + HALF_DAY) % (2 * HALF_DAY)] : [minutes];
}

/** The times of the evidence. A full hour is also found as a bare number, as in "from 9 to 5 pm". */
export class TimeIndex {
  private readonly minutes = new Set<number>();
  private readonly texts: string[] = [];

  constructor(
    text: string,
    private readonly numbers: NumberIndex,
  ) {
    for (const mention of scanTimes(text)) {
      for (const reading of mention.readings) this.minutes.add(reading);
      if (this.texts.length < 3) this.texts.push(mention.text);
    }
  }

  has(reading: number): boolean {
    if (this.minutes.has(reading)) return true;
    const hour = reading / 60;
    return Number.isInteger(hour) && (this.numbers.has(hour) || this.numbers.has(hour % 12 || 12));
  }

  /** Up to three times of the evidence, as written. */
  get examples(): readonly string[] {
    return this.texts;
  }
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
