import { findBoundary } from './distributions';

/** The value that a variable of the beta distribution with two positive parameters is below with a probability. */
export function betaQuantile(probability: number, a: number, b: number): number {
  return findBoundary((value) => betaCdf(value, a, b) < probability, 0, 1);
}

/** The regularized incomplete beta function: Press et al., "Numerical Recipes" (1992), section 6.4. */
function betaCdf(value: number, a: number, b: number): number {
  if (value <= 0) return 0;
  if (value >= 1) return 1;
  const factor = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(value) + b * Math.log1p(-value),
  );
  return value < (a + 1) / (a + b + 2)
    ? (factor * continuedFraction(value, a, b)) / a
    : 1 - (factor * continuedFraction(1 - value, b, a)) / b;
}

const MAX_TERMS = 10_000;
const PRECISION = 1e-12;
const TINY = 1e-300;

/** By the method of Lentz, with terms of both signs in one step. It needs about the square root of the larger parameter. */
function continuedFraction(value: number, a: number, b: number): number {
  const nonzero = (number: number) => (Math.abs(number) < TINY ? TINY : number);
  let above = 1;
  let below = 1 / nonzero(1 - ((a + b) * value) / (a + 1));
  let fraction = below;
  for (let term = 1; term <= MAX_TERMS; term += 1) {
    const even = (term * (b - term) * value) / ((a + 2 * term - 1) * (a + 2 * term));
    below = 1 / nonzero(1 + even * below);
    above = nonzero(1 + even / above);
    fraction *= above * below;
    const odd = (-(a + term) * (a + b + term) * value) / ((a + 2 * term) * (a + 2 * term + 1));
    below = 1 / nonzero(1 + odd * below);
    above = nonzero(1 + odd / above);
    fraction *= above * below;
    if (Math.abs(above * below - 1) < PRECISION) break;
  }
  return fraction;
}

const SQRT_TWO_PI = Math.sqrt(2 * Math.PI);

const lanczos = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.000005395239384953,
];

/** The logarithm of the gamma function of a positive number, to 2e-10: the same book, section 6.1. */
function logGamma(x: number): number {
  const shifted = x + 5.5;
  const series = lanczos.reduce(
    (sum, coefficient, index) => sum + coefficient / (x + index + 1),
    1.000000000190015,
  );
  return (x + 0.5) * Math.log(shifted) - shifted + Math.log((SQRT_TWO_PI * series) / x);
}
