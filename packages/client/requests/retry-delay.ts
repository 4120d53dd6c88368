const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
const REPEATABLE = new Set([429, 502, 503, 504]);

/** A failed request; no `status` without a response. */
export interface FailedRequest {
  status?: number;
  /** The value of the `Retry-After` header. */
  retryAfter?: string | null;
  /** The number of failed requests before this one. */
  failuresBefore: number;
}

/**
 * Milliseconds until the next retry; null if a retry would not help. Retry-After (RFC 9110, section 10.2.3) is a lower
 * bound, and at least 250 ms, because a proxy may send 0; without it the delay doubles up to 10 s. Jitter avoids
 * synchronized retries of many clients. `random` returns 0 to 1.
 */
export function retryDelayMs(
  { status, retryAfter = null, failuresBefore }: FailedRequest,
  now: number = Date.now(),
  random: () => number = Math.random,
): number | null {
  const askedMs = parseRetryAfter(retryAfter, now);
  if (status !== undefined && !REPEATABLE.has(status) && askedMs === null) return null;
  if (askedMs !== null) return Math.max(askedMs, FIRST_DELAY_MS) * (1 + random() / 4);
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** failuresBefore, MAX_DELAY_MS);
  return ceiling * (0.5 + random() / 2);
}

/** Milliseconds to wait by a `Retry-After` header, seconds or an HTTP date; null without a valid value. */
export function parseRetryAfter(value: string | null, now: number = Date.now()): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
