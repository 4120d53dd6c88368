import type { AnytimeResult } from './anytime-valid';
import { findBoundary } from './bisect';

/** Bets on the mean, as shares of the largest possible: midpoints of (0, 1). */
const STAKES = Array.from({ length: 100 }, (_, index) => (index + 0.5) / 100);

/** The evidence against a mean of 0 after any number of looks; see `anytimeMean`. */
export function eValueOfMean(differences: readonly number[]): number {
  const counts = countValues(differences);
  const larger = Math.max(logCapital(counts, 0, 1), logCapital(counts, 0, -1));
  return Math.min(Math.exp(larger) / 2, Number.MAX_VALUE); // infinity is not JSON
}

/**
 * What can be said of the mean of differences from -1 to 1 after any number of looks. Each bound has a martingale that
 * multiplies a bet against larger (or smaller) means with each difference, in a uniform mixture of stakes, and excludes
 * the means for which it reaches 2/alpha: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
 * betting", Journal of the Royal Statistical Society B 86 (2024) 1–27. The e-value is half of the larger one at 0, so
 * it reaches 1/alpha exactly when the interval excludes 0. Of differences -1, 0 and 1 it is about that of
 * `anytimeResult`.
 */
export function anytimeMean(differences: readonly number[], alpha: number): AnytimeResult {
  if (differences.length === 0) return { eValue: 1, interval: { low: -1, high: 1 } };
  const counts = countValues(differences);
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const limit = Math.log(2 / alpha);
  return {
    eValue: eValueOfMean(differences),
    interval: {
      low: findBoundary((at) => logCapital(counts, at, 1) < limit, mean, -1),
      high: findBoundary((at) => logCapital(counts, at, -1) < limit, mean, 1),
    },
  };
}

type Counts = readonly (readonly [value: number, count: number])[];

function countValues(values: readonly number[]): Counts {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/**
 * The logarithm of what a unit has become by bets that the mean is above `mean` (direction 1) or below it (-1). It
 * decreases (increases) with `mean`, because every factor does: the scale keeps factors of a stake below 1 positive.
 */
function logCapital(counts: Counts, mean: number, direction: 1 | -1): number {
  const scale = direction / (1 + Math.abs(mean));
  const logs = STAKES.map((stake) =>
    counts.reduce((sum, [value, count]) => sum + count * Math.log1p(stake * scale * (value - mean)), 0),
  );
  const largest = Math.max(...logs);
  const total = logs.reduce((sum, log) => sum + Math.exp(log - largest), 0);
  return largest + Math.log(total / logs.length);
}
