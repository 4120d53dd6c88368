import { Z_TWO_SIDED } from './normal-quantiles';

/**
 * The quantile of 0.975 of Student's t distribution, within 0.2%: exact for one and two degrees of freedom, else the
 * expansion of Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
 */
export function tTwoSided(degreesOfFreedom: number): number {
  if (degreesOfFreedom === 1) return 12.706204736174705;
  if (degreesOfFreedom === 2) return 4.302652729749464;
  const z = Z_TWO_SIDED;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degreesOfFreedom ** power, 0);
}

/** The probability that a standard normal variable is below -x, x ≥ 0, within 1e-7: the same book, 26.2.17. */
export function normalTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const polynomial = coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0);
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
