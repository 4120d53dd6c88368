/**
 * Milliseconds to wait by the value of a `Retry-After` header (RFC 9110, section 10.2.3): seconds, which may have
 * decimals, or an HTTP date. Never negative; null without a valid value.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
