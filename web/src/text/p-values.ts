import { NO_VALUE } from './numbers';

/** Formats a p-value with two significant digits; very small ones as a bound. */
export function formatPValue(p: number | null): string {
  if (p === null) return NO_VALUE;
  if (p < 0.0001) return '< 0.0001';
  return String(Number(p.toPrecision(2)));
}

/** Formats a p-value for a sentence: `p = 0.03`, `p < 0.0001`. */
export function describePValue(p: number): string {
  const text = formatPValue(p);
  return text.startsWith('<') ? `p ${text}` : `p = ${text}`;
}
