import { logFactorial } from './log-factorial';

/** A difference that a test should find. */
export interface Effect {
  /** Absolute difference of the two issue rates, above 0. */
  difference: number;
  /** Share of pairs in which only one reply has an issue; at least `difference`. */
  discordance: number;
}

const MAX_PAIRS = 10_000;
/** Terms with less probability than this are left out of the sum. */
const NEGLIGIBLE = 1e-12;

/**
 * The probability that the exact McNemar test of `pairs` pairs has p < alpha in the direction of the effect,
 * summed over the number of discordant pairs and their directions.
 */
export function mcNemarPower(pairs: number, { difference, discordance }: Effect, alpha: number): number {
  const towards = (discordance + difference) / 2 / discordance;
  let power = 0;
  for (let discordant = 0; discordant <= pairs; discordant += 1) {
    const weight = binomial(pairs, discordant, discordance);
    if (weight < NEGLIGIBLE) continue;
    power += weight * powerOf(discordant, towards, alpha);
  }
  return power;
}

function powerOf(discordant: number, towards: number, alpha: number): number {
  let tail = 0; // of Bin(discordant, 1/2)
  let power = 0;
  for (let against = 0; 2 * against < discordant; against += 1) {
    tail += binomial(discordant, against, 1 / 2);
    if (2 * tail >= alpha) break;
    power += binomial(discordant, against, 1 - towards);
  }
  return power;
}

/** The smallest number of pairs with at least `power` for the effect; null if 10,000 are too few. */
export function pairsFor(effect: Effect, { alpha, power }: { alpha: number; power: number }): number | null {
  const isEnough = (pairs: number) => mcNemarPower(pairs, effect, alpha) >= power;
  let high = 1;
  while (!isEnough(high)) {
    if (high === MAX_PAIRS) return null;
    high = Math.min(2 * high, MAX_PAIRS);
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function binomial(n: number, k: number, probability: number): number {
  if (probability <= 0 || probability >= 1) return k === (probability <= 0 ? 0 : n) ? 1 : 0;
  const logChoose = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(logChoose + k * Math.log(probability) + (n - k) * Math.log(1 - probability));
}
