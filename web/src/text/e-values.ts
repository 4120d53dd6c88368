import { formatCount, formatDecimal } from './numbers';

/** Evidence from which on a difference is shown, at the 5% level. */
const DECIDED_FROM = 20;

export function isDecided(eValue: number, alpha = 1 / DECIDED_FROM): boolean {
  return eValue >= 1 / alpha;
}

/** `e-value 31, decided` or `e-value 3.2, not decided yet`. Rounding never crosses the level. */
export function describeEValue(eValue: number, alpha = 1 / DECIDED_FROM): string {
  return `e-value ${formatEValue(eValue)}, ${isDecided(eValue, alpha) ? 'decided' : 'not decided yet'}`;
}

export function formatEValue(eValue: number): string {
  if (eValue >= 1_000_000) return 'over 1,000,000';
  return eValue >= 10 ? formatCount(Math.floor(eValue)) : formatDecimal(Math.floor(10 * eValue) / 10, 1);
}
