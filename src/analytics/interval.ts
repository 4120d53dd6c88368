import { periodMs } from '../conversations/changed-periods/changed-period';

export const { hour: HOUR_MS, day: DAY_MS } = periodMs;

/** In milliseconds since the epoch; `end` is exclusive. */
export interface Interval {
  start: number;
  end: number;
}

export const allTime: Interval = { start: -Infinity, end: Infinity };

/** Contains no conversation, so fragments that are merged in it stay fragments. */
export const noTime: Interval = { start: 0, end: 0 };

/** A condition of MongoDB for times in an interval. */
export function timesIn({ start, end }: Interval): { $gte: Date; $lt: Date } {
  return { $gte: new Date(start), $lt: new Date(end) };
}

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
