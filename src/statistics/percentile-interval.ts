import { quantile } from '../../packages/statistics';
import { normalTail, tTwoSided } from './student-t';

/** Of every interval that Assay reports. */
export const CONFIDENCE = 0.95;

/**
 * The percentile interval of ascending bootstrap values: Efron and Tibshirani, "An Introduction to the Bootstrap"
 * (1993), chapter 13. Null bounds without values.
 */
export function percentileInterval(
  sorted: ArrayLike<number>,
  tail = (1 - CONFIDENCE) / 2,
): { low: number | null; high: number | null } {
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
}

/**
 * The tail probability for which the percentile interval of the mean of a small sample has the width of Student's t
 * interval; plain percentiles are too narrow, at 20 values by 9%. The expanded percentile interval of Hesterberg, "What
 * Teachers Should Know About the Bootstrap", The American Statistician 69 (2015) 371–386, section 3.5.
 */
export function expandedTail(sampleSize: number): number {
  if (sampleSize < 2) return 0;
  return normalTail(Math.sqrt(sampleSize / (sampleSize - 1)) * tTwoSided(sampleSize - 1));
}
