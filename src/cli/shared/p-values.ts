/** Below it a difference is called significant. */
const SIGNIFICANCE_LEVEL = 0.05;

/**
 * Formats a p-value like the dashboard, as papers do: two decimals, three below 0.01 and near 0.05, and bounds at both
 * ends. Rounding never crosses 0.05. A dash for a missing one.
 */
export function formatPValue(p: number | null): string {
  if (p === null) return '–';
  if (p < 0.001) return '< 0.001';
  if (p === 1) return '1';
  if (p > 0.99) return '> 0.99';
  if (p < 0.0095) return p.toFixed(3);
  if (p < 0.045 || p >= 0.055) return p.toFixed(2);
  return (p < SIGNIFICANCE_LEVEL ? Math.floor(1000 * p) / 1000 : p).toFixed(3);
}
