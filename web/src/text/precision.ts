import type { FindingPrecision } from '../api/types';
import { formatCount, formatInterval, formatShare } from './numbers';

type Precision = FindingPrecision['labels'][number]['precision'];

/** Formats a precision with its counts: `58 of 64 confirmed`. */
export function formatConfirmed(confirmed: number, { n }: Precision): string {
  return `${formatCount(confirmed)} of ${formatCount(n)} confirmed`;
}

/** Fewer reviews say nothing about other findings. */
const MIN_REVIEWED = 5;

/** Formats a precision with its 95% interval: `90.6% (81.0% to 95.6%)`. */
export function formatPrecision({ value, interval, n }: Precision): string {
  if (n > 0 && n < MIN_REVIEWED) return 'Too few reviewed';
  const [low, high] = interval ?? [];
  return low === undefined ? formatShare(value) : `${formatShare(value)} (${formatInterval(low, high)})`;
}
