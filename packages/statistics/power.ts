import { eValue, isAbove } from './anytime';
import { logFactorial, normalCdf, upperNormalQuantile } from './distributions';
import type { DifferenceTest, Spread } from './outcomes';
import { mcNemarPValue } from './paired-tests';

/** A difference that a test should find. */
export interface Effect {
  /** Absolute difference of the two issue rates, above 0. */
  difference: number;
  /** Share of pairs in which only one reply has an issue; at least `difference`. */
  discordance: number;
}

/** Whether a test finds a difference, given the discordant pairs against the effect, which are fewer, and those in its favor. */
type Test = (against: number, towards: number) => boolean;

const MAX_PAIRS = 10_000;
/** Outcomes that are more standard deviations from their mean have less probability than 1e-12. */
const MAX_DEVIATIONS = 7.5;

/**
 * The probability that the exact McNemar test of `pairs` pairs has p < alpha in the direction of the effect,
 * summed over the number of discordant pairs and their directions.
 */
export function mcNemarPower(pairs: number, effect: Effect, alpha: number): number {
  return powerOf(mcNemarTest(alpha), pairs, effect);
}

/** The smallest number of pairs with at least `power` for the effect; null if 10,000 are too few. */
export function pairsFor(effect: Effect, { alpha, power }: { alpha: number; power: number }): number | null {
  return findPairs(mcNemarTest(alpha), effect, power);
}

/**
 * The number of pairs within which a test that is read after each of them finds the effect with at least `power`: the
 * smallest whose last e-value reaches 1/alpha. Most need fewer. Null if 10,000 are too few.
 */
export function pairsForAnyLook(
  effect: Effect,
  { alpha, power }: { alpha: number; power: number },
): number | null {
  const test: Test = (against, towards) =>
    eValue({ pairs: against + towards, onlyInFirst: against, onlyInSecond: towards }) >= 1 / alpha;
  return findPairs(test, effect, power);
}

/**
 * The probability that a one-sided test that is read after each pair finds the effect: that the lower bound of
 * `anytimeBounds` is above 0 after the last pair.
 */
export function anyLookPower(pairs: number, effect: Effect, alpha: number): number {
  const test: Test = (against, towards) =>
    isAbove({ pairs: against + towards, onlyInFirst: against, onlyInSecond: towards }, 0, alpha);
  return powerOf(test, pairs, effect);
}

function mcNemarTest(alpha: number): Test {
  return (against, towards) => mcNemarPValue(against, towards) < alpha;
}

function powerOf(test: Test, pairs: number, { difference, discordance }: Effect): number {
  const share = (discordance - difference) / 2 / discordance; // of the discordant pairs that are against
  let power = 0;
  let maxAgainst = -1; // with which the test finds the difference; it grows with the discordant pairs
  for (const discordant of likelyOutcomes(pairs, discordance)) {
    const isFound = (against: number) => 2 * against < discordant && test(against, discordant - against);
    while (isFound(maxAgainst + 1)) maxAgainst += 1;
    power += binomial(pairs, discordant, discordance) * tail(discordant, maxAgainst, share);
  }
  return power;
}

/** The probability of at most `max` of `count`. */
function tail(count: number, max: number, probability: number): number {
  let sum = 0;
  for (const outcome of likelyOutcomes(count, probability)) {
    if (outcome > max) break;
    sum += binomial(count, outcome, probability);
  }
  return sum;
}

function* likelyOutcomes(count: number, probability: number): Generator<number> {
  const mean = count * probability;
  const reach = MAX_DEVIATIONS * Math.sqrt(mean * (1 - probability)) + MAX_DEVIATIONS ** 2;
  const last = Math.min(count, Math.ceil(mean + reach));
  for (let outcome = Math.max(0, Math.floor(mean - reach)); outcome <= last; outcome += 1) yield outcome;
}

function findPairs(test: Test, effect: Effect, power: number): number | null {
  const isEnough = (pairs: number) => powerOf(test, pairs, effect) >= power;
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

/** Above it the normal approximation takes the place of the exact sum, which takes milliseconds there. */
const MAX_EXACT_PAIRS = 1000;
const MAX_PAIRS_NEEDED = 1_000_000;

/**
 * The probability that a two-sided test of so many pairs finds a difference, in its direction. Exact for rates of up
 * to 1,000 pairs; else by the normal distribution: Connor, Biometrics 43 (1987) 207–211, for rates.
 */
export function pairedPower(pairs: number, spread: Spread, difference: number, alpha: number): number {
  if (pairs === 0 || difference === 0) return 0;
  if ('discordance' in spread) {
    const discordance = Math.min(1, Math.max(spread.discordance, difference));
    if (difference > 1) return 0;
    if (pairs <= MAX_EXACT_PAIRS) return mcNemarPower(pairs, { difference, discordance }, alpha);
    return approximate(pairs, difference, Math.sqrt(discordance), discordance - difference ** 2, alpha);
  }
  const { deviation } = spread;
  return approximate(pairs, difference, deviation, deviation ** 2, alpha);
}

function approximate(pairs: number, difference: number, spread: number, variance: number, alpha: number) {
  if (variance <= 0) return 1;
  const distance = Math.sqrt(pairs) * difference - upperNormalQuantile(alpha / 2) * spread;
  return normalCdf(distance / Math.sqrt(variance));
}

/**
 * The pairs with which a one-sided bound would be within the margin if the difference and its spread stayed as observed,
 * by the normal distribution. Null without a formula.
 */
export function pairsToShow(test: DifferenceTest, margin: number, alpha: number): number | null {
  const room = Math.abs(margin - test.difference);
  if (room === 0 || test.spread === null) return null;
  const z = upperNormalQuantile(alpha);
  const variance =
    'discordance' in test.spread
      ? // Where no pair differs, the margin itself is what the bound would have to exclude.
        Math.max(test.spread.discordance - test.difference ** 2, room)
      : test.spread.deviation ** 2;
  const needed = Math.max(test.pairs + 1, Math.ceil((z ** 2 * variance) / room ** 2));
  return needed > MAX_PAIRS_NEEDED ? null : needed;
}

/**
 * The conversations that a test of means needs, as a share of those that it needs with one reply to each. A mean of
 * `samples` replies has the part 1 ÷ `samples` of their variance `within` a conversation, and all of the variance between
 * conversations. By the normal distribution, like the sample size of Connor, Biometrics 43 (1987) 207–211, which it is
 * with one reply.
 */
export function shareOfPairs(
  { difference, discordance }: Effect,
  { alpha, power }: { alpha: number; power: number },
  { samples, within }: { samples: number; within: number },
): number {
  const ofOne = discordance - difference ** 2;
  // The noise of the one original reply stays, and is about as large as that of one new reply.
  const ofMean = ofOne - Math.min(within, ofOne / 2) * (1 - 1 / samples);
  const distanceAt = (variance: number) =>
    upperNormalQuantile(alpha / 2) * Math.sqrt(variance + difference ** 2) +
    upperNormalQuantile(1 - power) * Math.sqrt(variance);
  return (distanceAt(ofMean) / distanceAt(ofOne)) ** 2;
}
