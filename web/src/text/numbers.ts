/** Shown where there is no value. */
export const NO_VALUE = '–';

type Value = number | null | undefined;

/** A whole number with separators. */
export function formatCount(value: Value): string {
  return value == null ? NO_VALUE : value.toLocaleString('en');
}

/** A share of 1 in per cent: `22.6%`. */
export function formatShare(value: Value): string {
  return value == null ? NO_VALUE : `${(100 * value).toFixed(1)}%`;
}

/** A number with so many digits after the point at most. */
export function formatDecimal(value: Value, digits = 2): string {
  return value == null ? NO_VALUE : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Milliseconds in the unit that reads best: `85 ms`, `1.24 s`, `3 min 20 s`. */
export function formatDuration(milliseconds: Value): string {
  if (milliseconds == null) return NO_VALUE;
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toPrecision(3)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60).toLocaleString('en')} min ${seconds % 60} s`;
}

/** US dollars, with enough digits for small amounts. */
export function formatDollars(value: Value): string {
  if (value == null) return NO_VALUE;
  const digits = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2;
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

/** US cents as dollars. */
export function formatCents(cents: Value): string {
  return formatDollars(cents == null ? null : cents / 100);
}

/** Tokens with their unit. */
export function formatTokens(value: Value): string {
  return value == null ? NO_VALUE : `${value.toLocaleString('en', { maximumFractionDigits: 1 })} tokens`;
}

/** The difference of two shares: `2.5 points`. */
export function formatPoints(difference: Value): string {
  return difference == null ? NO_VALUE : `${formatDecimal(100 * difference, 1)} points`;
}

/** Whether a difference is so small that its size is written as that of 0. */
export function isWrittenAsZero(difference: number, format: (size: number) => string): boolean {
  return format(Math.abs(difference)) === format(0);
}

/** A difference with its sign; `format` is given its size, and what is written as 0 has no sign. */
export function formatSigned(difference: Value, format: (size: number) => string): string {
  if (difference == null) return NO_VALUE;
  const size = format(Math.abs(difference));
  if (isWrittenAsZero(difference, format)) return size;
  return `${difference > 0 ? '+' : '−'}${size}`;
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in the largest unit of which there is at least one. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length - 1);
  return `${Number((bytes / 1024 ** power).toPrecision(3)).toLocaleString('en')} ${BYTE_UNITS[power]}`;
}
