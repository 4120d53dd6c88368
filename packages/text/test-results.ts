const NO_VALUE = '–';

/** Below it a difference is called significant. */
const SIGNIFICANCE_LEVEL = 0.05;

export function isSignificant(p: number): boolean {
  return p < SIGNIFICANCE_LEVEL;
}

/**
 * Formats a p-value as papers do: two decimals, three below 0.01 and near 0.05, and bounds at both ends. Rounding never
 * crosses 0.05. A dash for a missing one.
 */
export function formatPValue(p: number | null): string {
  if (p === null) return NO_VALUE;
  if (p < 0.001) return '< 0.001';
  if (p === 1) return '1';
  if (p > 0.99) return '> 0.99';
  if (p < 0.0095) return p.toFixed(3);
  if (p < 0.045 || p >= 0.055) return p.toFixed(2);
  return (isSignificant(p) ? Math.floor(1000 * p) / 1000 : p).toFixed(3);
}

/** Formats a p-value for a sentence: `p = 0.03`, `p < 0.001`. */
export function describePValue(p: number): string {
  const text = formatPValue(p);
  return /^[<>]/.test(text) ? `p ${text}` : `p = ${text}`;
}

/** Formats an e-value. Rounding never reaches 20, from which on a difference is shown. A dash for a missing one. */
export function formatEValue(eValue: number | null): string {
  if (eValue === null) return NO_VALUE;
  if (eValue >= 1_000_000) return 'over 1,000,000';
  const rounded = eValue >= 10 ? Math.floor(eValue) : Math.floor(10 * eValue) / 10;
  return rounded.toLocaleString('en');
}
