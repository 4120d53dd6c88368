import { periodMs } from '../invalidation/changed-period';

export const { hour: HOUR_MS, day: DAY_MS } = periodMs;

/** Milliseconds since the epoch; half open: the end is not in it. */
export interface Interval {
  start: number;
  end: number;
}

/** All of time. */
export const allTime: Interval = { start: -Infinity, end: Infinity };

/** The start of the period of `size` milliseconds that `time` lies in; periods are aligned to the epoch, so to UTC. */
export function floorTo(time: number, size: number): number {
  return Math.floor(time / size) * size;
}

/** The part of an interval that lies in another; empty (end <= start) when there is none. */
export function overlap(one: Interval, other: Interval): Interval {
  return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
}
