import { periodMs } from '../conversations/changed-period';

export const { hour: HOUR_MS, day: DAY_MS } = periodMs;

/** Milliseconds since the epoch; half open: the end is not in it. */
export interface Interval {
  start: number;
  end: number;
}

/** All of time. */
export const everything: Interval = { start: -Infinity, end: Infinity };

/** The parts of a window: whole days, whole hours that are in none of them, and what is less than an hour. */
export interface WindowParts {
  days: Interval[];
  hours: Interval[];
  edges: Interval[];
}

/** The start of the period of `size` milliseconds that `time` lies in; periods are aligned to the epoch, so to UTC. */
export function floorTo(time: number, size: number): number {
  return Math.floor(time / size) * size;
}

/**
 * Cuts a window at the borders of hours, and with `hasDays` of days. The parts do not overlap and together are
 * the window; none is empty, and there are at most two of each kind. An edge lies in one hour.
 */
export function splitWindow(window: Interval, { hasDays }: { hasDays: boolean }): WindowParts {
  const hours = wholePeriods(window, HOUR_MS);
  if (hours === null) return { days: [], hours: [], edges: cutAtHour(window) };
  const days = hasDays ? wholePeriods(hours, DAY_MS) : null;
  return {
    days: days === null ? [] : [days],
    hours: days === null ? [hours] : around(hours, days),
    edges: around(window, hours),
  };
}

/** The largest part of an interval that consists of whole periods; null when there is none. */
function wholePeriods({ start, end }: Interval, size: number): Interval | null {
  const whole = { start: Math.ceil(start / size) * size, end: floorTo(end, size) };
  return whole.start < whole.end ? whole : null;
}

/** An interval that holds no whole hour, in parts that are each in one. */
function cutAtHour({ start, end }: Interval): Interval[] {
  const border = Math.max(start, floorTo(end, HOUR_MS));
  return nonEmpty([
    { start, end: border },
    { start: border, end },
  ]);
}

function around(outer: Interval, inner: Interval): Interval[] {
  return nonEmpty([
    { start: outer.start, end: inner.start },
    { start: inner.end, end: outer.end },
  ]);
}

function nonEmpty(intervals: Interval[]): Interval[] {
  return intervals.filter(({ start, end }) => start < end);
}
