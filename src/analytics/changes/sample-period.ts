import { type Interval, timesIn } from '../interval';

/** MongoDB examines these in less than half a second. */
const MAX_MESSAGES = 50_000;

/** Enough for each part of a week and of its days. */
const PARTS = 32;

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** A part of each part of a period, at different places in them, with at most MAX_MESSAGES of its messages. */
export function samplePeriod({ start, end }: Interval, messageCount: number): Interval[] {
  const share = MAX_MESSAGES / messageCount;
  if (share >= 1) return [{ start, end }];
  const length = (end - start) / PARTS;
  return Array.from({ length: PARTS }, (_, index) => {
    const offset = (index + ((index * GOLDEN_RATIO) % 1) * (1 - share)) * length;
    return { start: Math.floor(start + offset), end: Math.floor(start + offset + share * length) };
  });
}

/** Matches the messages of any of the intervals. */
export function createdWithin(intervals: readonly Interval[]): Record<string, unknown> {
  return { $or: intervals.map((interval) => ({ createdAt: timesIn(interval) })) };
}
