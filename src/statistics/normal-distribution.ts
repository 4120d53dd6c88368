import { findBoundary } from './bisect';
import { Z_ONE_SIDED, Z_TWO_SIDED } from './normal-quantiles';

const MAX_Z = 40;

/**
 * The standard normal distribution function, with a relative error below 1.2e-7: Press et al., "Numerical Recipes"
 * (1992), section 6.2, erfcc.
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const polynomial = coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  const tail = (t * Math.exp(-x * x + polynomial)) / 2;
  return z < 0 ? tail : 1 - tail;
}

const coefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/** The z that a standard normal value exceeds with probability `alpha`, which is below 1/2. */
export function upperNormalQuantile(alpha: number): number {
  if (alpha === 0.025) return Z_TWO_SIDED;
  if (alpha === 0.05) return Z_ONE_SIDED;
  return findBoundary((z) => normalCdf(-z) > alpha, 0, MAX_Z);
}
