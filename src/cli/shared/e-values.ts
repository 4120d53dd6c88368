import { formatNumber } from './wording';

/** Formats an e-value like the dashboard. Rounding never reaches 20, from which on a difference is shown. */
export function formatEValue(eValue: number | null): string {
  if (eValue === null) return '–';
  if (eValue >= 1_000_000) return 'over 1,000,000';
  return eValue >= 10 ? formatNumber(Math.floor(eValue)) : formatNumber(Math.floor(10 * eValue) / 10, 1);
}
