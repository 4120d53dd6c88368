import { periodMs } from '../conversations/changed-periods/changed-period';
import { DAY_MS, floorTo, HOUR_MS, type Interval } from './interval';
import { countBuckets, MAX_BUCKETS } from './time-buckets';

/** The 95% interval of a rate of 50% over 30 messages is ± 17 percentage points. */
export const AIMED_EVALUATED_PER_BUCKET = 30;
export const MAX_ADAPTIVE_BUCKETS = 60;
const MIN_ADAPTIVE_BUCKETS = 6;

const MINUTE_MS = 60_000;
const MAX_DAYS_EXPONENT = 20;

/** Sizes, ascending; each base divides the larger ones. */
const sizes = [
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR_MS),
  ...Array.from({ length: MAX_DAYS_EXPONENT }, (_, exponent) => 2 ** exponent * DAY_MS),
];

/**
 * The size of the periods that a window is read in, before they are merged into adaptive buckets. Periods below an
 * hour are counted message by message, so only short windows have them.
 */
export function baseSize({ start, end }: Interval): number {
  const length = end - start;
  if (length <= HOUR_MS) return MINUTE_MS;
  if (length <= 6 * HOUR_MS) return 10 * MINUTE_MS;
  if (length <= MAX_BUCKETS * HOUR_MS) return HOUR_MS;
  return length <= MAX_BUCKETS * DAY_MS ? DAY_MS : periodMs.block;
}

/**
 * The smallest size of at most 60 buckets over the window with 30 evaluated messages in the average bucket that has
 * any. With too few messages for that, the largest size that leaves at least 6 buckets.
 */
export function chooseSize(
  window: Interval,
  parts: readonly { start: number; evaluatedMessages: number }[],
): number {
  const base = baseSize(window);
  const [finest = base, ...coarser] = sizes.filter(
    (size) => size >= base && countBuckets(window, size) <= MAX_ADAPTIVE_BUCKETS,
  );
  const usable = [finest, ...coarser.filter((size) => countBuckets(window, size) >= MIN_ADAPTIVE_BUCKETS)];
  const evaluated = parts.filter(({ evaluatedMessages }) => evaluatedMessages > 0);
  const total = evaluated.reduce((sum, { evaluatedMessages }) => sum + evaluatedMessages, 0);
  const isEnough = (size: number) => {
    const filled = new Set(evaluated.map(({ start }) => floorTo(start, size))).size;
    return filled > 0 && total / filled >= AIMED_EVALUATED_PER_BUCKET;
  };
  return usable.find(isEnough) ?? usable.at(-1) ?? finest;
}
