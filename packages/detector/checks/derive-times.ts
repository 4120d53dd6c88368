import { type Sentence, scanSentences } from '../base/sentences';
import type { Evidence } from '../evidence/evidence';
import { findRegionAt, type Region } from '../text/regions';
import { DAY_MINUTES, HALF_DAY_MINUTES, type TimeMention } from '../text/times';
import { HOUR_SIZE, type MeasuredNumber, TIME } from '../values/quantities';

const SECONDS_PER_MINUTE = 60;
/** So many results leave a random time a small chance. More are only from times that the reply says itself. */
const MAX_RESULTS = 14;
const MAX_TIMES = 60;
const MAX_DURATIONS = 40;
const MAX_LISTED = 4000;
/** Said of a time before another one, which a duration ends at. */
const BACKWARD = /\b(?:leav\w*|depart\w*|start\w*|begin\w*|set off|head\w*|before|by|latest)\b/i;

/** A time of the evidence, and one that a duration of it ends or begins at. */
interface Result {
  base: readonly number[];
  minutes: number;
  isBackward: boolean;
}

/** Finds times of day that a time and a duration of the evidence give: 20:25 for a departure at 17:35 and 2 h 50 min. */
export class DerivedTimes {
  private listed: readonly Result[] | null = null;
  private sentences: readonly Sentence[] | null = null;

  constructor(
    private readonly text: string,
    private readonly times: readonly TimeMention[],
    private readonly evidence: Evidence,
  ) {}

  has({ start, readings }: TimeMention): boolean {
    const results = this.results.filter(({ minutes }) => readings.includes(minutes));
    if (results.length === 0) return false;
    if (results.some(({ isBackward }) => !isBackward)) return true;
    this.sentences ??= scanSentences(this.text);
    return BACKWARD.test(findRegionAt(this.sentences, start)?.text ?? '');
  }

  private get results(): readonly Result[] {
    this.listed ??= this.list();
    return this.listed;
  }

  private list(): Result[] {
    const durations = listDurations(this.evidence.numbers.measures.all());
    const all = this.evidence.times.mentions
      .slice(0, MAX_TIMES)
      .flatMap(({ readings }) => durations.flatMap((duration) => combine(readings, duration)));
    if (new Set(all.map(({ minutes }) => minutes)).size <= MAX_RESULTS) return all;
    const readings = new Set(this.times.flatMap(({ readings }) => readings));
    return all.filter(({ base }) => base.some((minutes) => readings.has(minutes)));
  }
}

const combine = (readings: readonly number[], duration: number): Result[] =>
  readings.flatMap((reading) =>
    [1, -1].map((sign) => ({
      base: readings,
      minutes: (reading + sign * duration + DAY_MINUTES) % DAY_MINUTES,
      isBackward: sign === -1,
    })),
  );

/** In minutes, of less than a day, without the parts of longer ones. Twelve hours make a mistaken half of the day right. */
function listDurations(all: readonly MeasuredNumber[]): number[] {
  if (all.length > MAX_LISTED) return [];
  const ofTime = all.filter(
    ({ quantity, size }) => quantity === TIME && (size === SECONDS_PER_MINUTE || size === HOUR_SIZE),
  );
  const wholes = ofTime.filter(({ isWhole }) => isWhole);
  const isPart = (one: MeasuredNumber): boolean =>
    !one.isWhole && wholes.some((whole) => isInside(one, whole));
  const minutes = ofTime
    .filter((one) => !isPart(one))
    .map(({ values: [value = 0], size }) => (value * size) / SECONDS_PER_MINUTE)
    .filter(
      (value) => Number.isInteger(value) && value > 0 && value < DAY_MINUTES && value !== HALF_DAY_MINUTES,
    );
  return [...new Set(minutes)].slice(0, MAX_DURATIONS);
}

const isInside = (part: Region, whole: Region): boolean => part.start >= whole.start && part.end <= whole.end;
