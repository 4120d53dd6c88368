import { joinFilters } from '../../text/filters';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The ranges to choose from; the first is the default. */
export const rangeIds = ['7d', '1h', '24h', '30d', 'own'] as const;
export type RangeId = (typeof rangeIds)[number];

/** A period from `from` (inclusive) to `to` (exclusive), both ISO 8601. */
export interface Period {
  from: string;
  to: string;
}

const lengths: Record<Exclude<RangeId, 'own'>, number> = {
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
};

/**
 * Returns the period of a range. It ends with the current minute (`now` in milliseconds), or is custom. Null
 * while custom bounds are missing or out of order.
 */
export function getPeriod(
  range: RangeId,
  now: number,
  own: { from: string | null; to: string | null },
): Period | null {
  if (range === 'own') return getCustomPeriod(own.from, own.to);
  const end = (Math.floor(now / MINUTE) + 1) * MINUTE;
  return toPeriod(end - lengths[range], end);
}

function getCustomPeriod(from: string | null, to: string | null): Period | null {
  const start = Date.parse(from ?? '');
  const end = Date.parse(to ?? '');
  return start < end ? toPeriod(start, end) : null;
}

function toPeriod(start: number, end: number): Period {
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

/**
 * Restricts a message filter to a period. The filter comes first, so that positions in it stay valid. It
 * needs no parentheses, because OR binds more tightly than AND.
 */
export function withPeriod(filter: string, { from, to }: Period): string {
  return joinFilters(filter, `created_at >= ${from} AND created_at < ${to}`);
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const hourFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** "14 Nov to 21 Nov"; with hours if it is shorter than two days. */
export function describePeriod({ from, to }: Period): string {
  const [start, end] = [new Date(from), new Date(to)];
  const format = end.getTime() - start.getTime() < 2 * DAY ? hourFormat : dayFormat;
  return `${format.format(start)} to ${format.format(end)}`;
}
