const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Bucket = 'minute' | '10_minutes' | 'hour' | 'day';

/** The ranges that can be chosen; the first is open when the address names none. */
export const rangeIds = ['7d', '1h', '24h', '30d', 'own'] as const;
export type RangeId = (typeof rangeIds)[number];

/** A stretch of time from `from` (included) to `to` (not), both ISO 8601, and the buckets it is drawn in. */
export interface Period {
  from: string;
  to: string;
  bucket: Bucket;
}

const lengths: Record<Exclude<RangeId, 'own'>, number> = {
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
};

/**
 * The period of a range that ends with the minute of `now` (milliseconds), or lies between two moments of one's own.
 * Null while those are missing or in the wrong order.
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
  return {
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
    bucket: chooseBucket(end - start),
  };
}

/** Buckets wide enough to have something in them, and few enough to be told apart. */
function chooseBucket(length: number): Bucket {
  if (length <= HOUR) return 'minute';
  if (length <= 6 * HOUR) return '10_minutes';
  return length <= 7 * DAY ? 'hour' : 'day';
}

/**
 * A message filter within a period. The filter comes first, so that places in it stay what they are; it needs no
 * parentheses, because OR binds tighter than AND.
 */
export function withPeriod(filter: string, { from, to }: Pick<Period, 'from' | 'to'>): string {
  const bounds = `created_at >= ${from} AND created_at < ${to}`;
  return filter === '' ? bounds : `${filter} AND ${bounds}`;
}

/** A text as a value of a filter, whatever is in it. */
export function quoteValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}
