import { pluralize } from './wording';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time to the minute in the user's locale and time zone: `15 Jan, 09:30`; with the year if it is another one than at `now`. */
export function formatTime(at: string, now = Date.now()): string {
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(undefined, {
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(time);
}

/** Formats a time in UTC: `2026-01-15 09:30:00 UTC`. */
export function formatUtc(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats the UTC date of a time in the user's locale: `15 Jan 2026`. */
export function formatUtcDay(at: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}

/** Formats the age of a time at `now` (milliseconds): `5 minutes ago`; a date after a month. */
export function formatAge(at: string, now: number): string {
  const age = now - new Date(at).getTime();
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (Math.abs(age) < MINUTE) return 'just now';
  if (Math.abs(age) < HOUR) return format.format(-Math.round(age / MINUTE), 'minute');
  if (Math.abs(age) < DAY) return format.format(-Math.round(age / HOUR), 'hour');
  if (Math.abs(age) < 30 * DAY) return format.format(-Math.round(age / DAY), 'day');
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(at));
}

/** Converts the value of `<input type="datetime-local">` to ISO 8601 in UTC; null if invalid. */
export function localInputToIso(value: string): string | null {
  const time = new Date(value);
  return value === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The reverse of `localInputToIso`, to the minute; empty if invalid. */
export function isoToLocalInput(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return '';
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Formats a Retry-After value: `Try again in 12 minutes.` */
export function formatRetryAfter(seconds: number): string {
  const wait = seconds < 60 ? pluralize(seconds, 'second') : pluralize(Math.ceil(seconds / 60), 'minute');
  return `Try again in ${wait}.`;
}
