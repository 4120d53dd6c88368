import { toDouble } from '../../text';
import { RejectedRecord } from './rejected-record';

/** The years 0000 to 2255; up to there a double represents microseconds exactly. */
const MIN_MICROS = -62_167_219_200_000_000;
export const MAX_MICROS = 9_000_000_000_000_000;
const OUT_OF_RANGE = 'a time should be in the years 0000 to 2255';

/** Numbers from the year 2001 to 2255 are in one unit only: seconds, milliseconds, microseconds or nanoseconds. */
const FIRST_SECOND = 1e9;
const LAST_SECOND = 9e9;
const microsPerUnit = [1e6, 1e3, 1, 1e-3];
const UNKNOWN_UNIT =
  'a time should be a date-time, or a number of seconds, milliseconds, microseconds or nanoseconds from the year 2001 to 2255';

const MICROS_PER_MS = 1000;
const DIGITS = /^\d{10,20}(\.\d+)?$/;
const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Microseconds since 1970 of an ISO time, in UTC unless it says otherwise, or of a number; null for 0, which is no time,
 * and for anything else.
 * @throws RejectedRecord for a time that cannot be stored, or a number of an unknown unit
 */
export function readTime(sent: unknown): number | null {
  const value = toDouble(sent);
  if (typeof value === 'number') return value === 0 ? null : readNumber(value);
  if (typeof value === 'string' && DIGITS.test(value)) return readNumber(Number(value));
  const [, day, time, fraction = '', zone = 'Z'] = (typeof value === 'string' && ISO_TIME.exec(value)) || [];
  const ms = Date.parse(`${day}T${time}${zone}`);
  if (Number.isNaN(ms)) return null;
  return withinRange(ms * MICROS_PER_MS + Number(fraction.padEnd(6, '0').slice(0, 6)));
}

function readNumber(value: number): number {
  for (const micros of microsPerUnit) {
    const seconds = (value * micros) / 1e6;
    if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return Math.round(value * micros);
  }
  throw new RejectedRecord(UNKNOWN_UNIT);
}

function withinRange(micros: number): number {
  if (micros < MIN_MICROS || micros > MAX_MICROS) throw new RejectedRecord(OUT_OF_RANGE);
  return micros;
}
