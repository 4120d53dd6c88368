import { quantile } from './quantile';

/** Of every interval that Assay reports. */
export const CONFIDENCE = 0.95;

/**
 * The percentile interval of ascending bootstrap values: Efron and Tibshirani, "An Introduction to the Bootstrap"
 * (1993), chapter 13. Null bounds without values.
 */
export function percentileInterval(sorted: ArrayLike<number>): { low: number | null; high: number | null } {
  const tail = (1 - CONFIDENCE) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
}
