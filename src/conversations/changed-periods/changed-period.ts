const STEP_MS = 120_000;
const HOUR_MS = 30 * STEP_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The periods of analytics, in milliseconds and aligned to the epoch. Each consists of at most 32 periods of
 * the level below, so that a changed period costs a few dozen reads, and the years 0 to 9999 are 3,567 eras.
 */
export const periodMs = {
  step: STEP_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  block: 32 * DAY_MS,
  era: 1024 * DAY_MS,
} as const;
export type PeriodLevel = keyof typeof periodMs;

/** The level of the periods that a period consists of. */
export const childLevel = {
  era: 'block',
  block: 'day',
  day: 'hour',
  hour: 'step',
  step: null,
} as const satisfies Record<PeriodLevel, PeriodLevel | null>;

/** The start of the period of a level that contains a time, both in milliseconds since the epoch. */
export function startOf(time: number, level: PeriodLevel): number {
  return Math.floor(time / periodMs[level]) * periodMs[level];
}

/** The steps that contain one of the times, by the start of their era, as 0-based positions in the era. */
export function stepsByEra(times: Iterable<Date>): Map<number, Set<number>> {
  const eras = new Map<number, Set<number>>();
  for (const time of times) {
    const era = startOf(time.getTime(), 'era');
    const steps = eras.get(era) ?? new Set();
    eras.set(era, steps.add(Math.floor((time.getTime() - era) / STEP_MS)));
  }
  return eras;
}
