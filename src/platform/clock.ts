/** Smaller differences are ignored: clocks synchronized by NTP differ by less, and time must not jump. */
const TOLERANCE_MS = 1000;

let offsetMs = 0;

/**
 * The current time of the database server, which all processes share. Clocks of their machines may differ.
 * Use it for times that are stored or compared with stored ones.
 */
export function currentTime(): Date {
  return new Date(currentTimeMs());
}

/** The same in milliseconds since the epoch. */
export function currentTimeMs(): number {
  return Date.now() + offsetMs;
}

/** Sets how many milliseconds the database server's clock is ahead of this machine's. */
export function alignClock(measuredOffsetMs: number): void {
  if (Math.abs(measuredOffsetMs - offsetMs) > TOLERANCE_MS) offsetMs = measuredOffsetMs;
}
