/** Shown for a missing value. */
export const NO_VALUE = '–';

type Value = number | null | undefined;

/** Formats an integer with separators. */
export function formatCount(value: Value): string {
  return value == null ? NO_VALUE : value.toLocaleString('en');
}

/** Formats a share of 1 in percent: `22.6%`. */
export function formatShare(value: Value): string {
  return value == null ? NO_VALUE : `${(100 * value).toFixed(1)}%`;
}

/** `1.2% to 4.5%`. */
export function formatInterval(low: Value, high: Value): string {
  return `${formatShare(low)} to ${formatShare(high)}`;
}

/** How many were judged of all that should have been: `3 of 5 judged`; null if all were. */
export function formatCoverage(judged: number, notJudged: number): string | null {
  return notJudged === 0 ? null : `${formatCount(judged)} of ${formatCount(judged + notJudged)} judged`;
}

/** Formats a number with at most `digits` decimals. */
export function formatDecimal(value: Value, digits = 2): string {
  return value == null ? NO_VALUE : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Formats a probability with two decimals, so that those of a column have the same length: `0.80`. */
export function formatConfidence(value: Value): string {
  return value == null ? NO_VALUE : value.toFixed(2);
}

/** Formats milliseconds in a suitable unit: `85 ms`, `1.24 s`, `3 min 20 s`. */
export function formatDuration(milliseconds: Value): string {
  if (milliseconds == null) return NO_VALUE;
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toPrecision(3)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60).toLocaleString('en')} min ${seconds % 60} s`;
}

/** Formats US dollars, with more decimals for small amounts. */
export function formatDollars(value: Value): string {
  if (value == null) return NO_VALUE;
  const digits = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2;
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

/** Formats a price in US dollars: "$0.15", "$15". */
export function formatPrice(dollars: number): string {
  return `$${dollars.toLocaleString('en', { maximumFractionDigits: 4 })}`;
}

/** Formats US cents as dollars. */
export function formatCents(cents: Value): string {
  return formatDollars(cents == null ? null : cents / 100);
}

/** Formats an estimate in US cents as dollars. */
export function formatCost(cents: number): string {
  const dollars = formatCents(cents);
  return cents > 0 && dollars === formatCents(0) ? 'less than $0.0001' : dollars;
}

/** `2 to 8`, or one value if both are written alike. */
export function formatRange(
  { low, high }: { low: number; high: number },
  format: (value: number) => string,
): string {
  return format(low) === format(high) ? format(high) : `${format(low)} to ${format(high)}`;
}

/** Formats a number of tokens. */
export function formatTokens(value: Value): string {
  return value == null ? NO_VALUE : `${value.toLocaleString('en', { maximumFractionDigits: 1 })} tokens`;
}

/** Formats the difference of two shares: `2.5 points`. */
export function formatPoints(difference: Value): string {
  return difference == null ? NO_VALUE : `${formatDecimal(100 * difference, 1)} points`;
}

/** Whether a difference is so small that it is written as 0. */
export function isWrittenAsZero(difference: number, format: (size: number) => string): boolean {
  return format(Math.abs(difference)) === format(0);
}

/** Formats a difference with its sign; `format` receives its size. What is written as 0 has no sign. */
export function formatSigned(difference: Value, format: (size: number) => string): string {
  if (difference == null) return NO_VALUE;
  const size = format(Math.abs(difference));
  if (isWrittenAsZero(difference, format)) return size;
  return `${difference > 0 ? '+' : '−'}${size}`;
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats bytes in the largest unit that gives at least 1. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length - 1);
  return `${Number((bytes / 1024 ** power).toPrecision(3)).toLocaleString('en')} ${BYTE_UNITS[power]}`;
}
