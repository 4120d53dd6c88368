import { periodMs } from '../conversations/changed-periods/changed-period';

export const { hour: HOUR_MS, day: DAY_MS } = periodMs;

/** In milliseconds since the epoch; `end` is exclusive. */
export interface Interval {
  start: number;
  end: number;
}

export const allTime: Interval = { start: -Infinity, end: Infinity };

/**
 * The start of the period of `size` milliseconds that contains `time`. Periods are aligned to the epoch, so
 * to UTC.
 */
export function floorTo(time: number, size: number): number {
  return Math.floor(time / size) * size;
}

/** The intersection of two intervals; empty (end <= start) if they are disjoint. */
export function overlap(one: Interval, other: Interval): Interval {
  return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
}
