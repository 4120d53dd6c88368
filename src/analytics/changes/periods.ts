import { DAY_MS, type Interval } from '../interval';

/** What a period is compared with: the one before it, or the latest one of the same weekdays. */
export const baselines = ['previous', 'same_weekdays'] as const;
export type Baseline = (typeof baselines)[number];

const WEEK_MS = 7 * DAY_MS;
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');

/** An interval of the same length, which ends at or before the start of the period; empty before the year 1. */
export function baselineOf({ start, end }: Interval, baseline: Baseline): Interval {
  const length = end - start;
  const shift = baseline === 'previous' ? length : Math.ceil(length / WEEK_MS) * WEEK_MS;
  return { start: Math.max(YEAR_1, start - shift), end: Math.max(YEAR_1, end - shift) };
}
