/** Differences below this are left alone: clocks that are kept by NTP differ by less, and time must not jump. */
const TOLERANCE_MS = 1000;

let offsetMs = 0;

/**
 * The time that every process of the service agrees on, however far the clocks of their machines are apart: the time
 * of the database server. Use it for what is stored or compared with what another process has stored.
 */
export function currentTime(): Date {
  return new Date(currentTimeMs());
}

/** The same in milliseconds since the epoch. */
export function currentTimeMs(): number {
  return Date.now() + offsetMs;
}

/** Adopts how many milliseconds the database server is ahead of this machine. */
export function alignClock(measuredOffsetMs: number): void {
  if (Math.abs(measuredOffsetMs - offsetMs) > TOLERANCE_MS) offsetMs = measuredOffsetMs;
}
