import { findBoundary } from './distributions';
import { type Counts, countValues, meanOf } from './value-counts';

/**
 * The upper bound of the mean of values from -1 to 1 that the score test does not reject, at a one-sided normal
 * quantile. The variance is that of the most likely distribution of the observed values and 1 that has the mean in
 * question: Owen, "Empirical likelihood ratio confidence intervals for a single functional", Biometrika 75 (1988)
 * 237–249. So values that are all equal do not make it 0. With values of -1, 0 and 1 the bound is Tango's, `scoreBound`.
 */
export function meanUpperBound(values: readonly number[], z: number): number {
  const size = values.length;
  if (size === 0) return 1;
  const counts = countValues(values);
  const mean = meanOf(values);
  const isInside = (bound: number) =>
    Math.sqrt(size) * (bound - mean) < z * Math.sqrt(likelyVariance(counts, size, bound));
  return findBoundary(isInside, mean, 1);
}

/** The lower bound, by symmetry. */
export function meanLowerBound(values: readonly number[], z: number): number {
  return -meanUpperBound(
    values.map((value) => -value),
    z,
  );
}

/** The variance of the most likely distribution whose mean is `mean`, above that of the values and below 1. */
function likelyVariance(counts: Counts, size: number, mean: number): number {
  const max = 1 / (1 - mean);
  const factorOf = (value: number, tilt: number) => 1 - tilt * (value - mean);
  const isTooLittle = (tilt: number) =>
    counts.reduce((sum, [value, count]) => sum + (count * (value - mean)) / factorOf(value, tilt), 0) < 0;
  const tilt = findBoundary(isTooLittle, 0, max);
  let [rest, variance] = [1, 0];
  for (const [value, count] of counts) {
    const weight = count / size / factorOf(value, tilt);
    rest -= weight;
    variance += weight * (value - mean) ** 2;
  }
  // At the largest tilt the values alone do not reach the mean: what their weights lack is at 1.
  return variance + Math.max(0, rest) * (1 - mean) ** 2;
}
