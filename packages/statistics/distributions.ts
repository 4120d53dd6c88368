const cached = [0];

/** The natural logarithm of n!, for an integer n of at least 0. */
export function logFactorial(n: number): number {
  for (let k = cached.length; k <= n; k += 1) cached.push((cached[k - 1] ?? 0) + Math.log(k));
  return cached[n] ?? 0;
}

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

/** Standard normal quantile of 0.975: two-sided intervals at 95%. */
export const Z_TWO_SIDED = 1.959963984540054;

/** Standard normal quantile of 0.95: one-sided bounds at 95%. */
export const Z_ONE_SIDED = 1.6448536269514722;

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

const ITERATIONS = 60; // to the precision of a double

/** Finds where `isInside` turns false between a value inside and a value outside, by bisection. */
export function findBoundary(isInside: (value: number) => boolean, inside: number, outside: number): number {
  let near = inside;
  let far = outside;
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return far;
}
