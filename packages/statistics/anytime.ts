import { findBoundary, logFactorial } from './distributions';
import type { Interval } from './intervals';
import { fitDiscordantRates, type PairedOutcomes, rateDifference } from './outcomes';

/**
 * The evidence against equal rates after any number of looks: the e-value of the discordant pairs, each of which
 * favors either side with probability 1/2 if the rates are equal. It is the likelihood ratio of a uniform mixture
 * of other probabilities, a martingale that reaches 1/α with probability at most α: Ville (1939); Robbins, Annals
 * of Mathematical Statistics 41 (1970) 1397–1409. 1 without discordant pairs.
 */
export function eValue({ onlyInFirst, onlyInSecond }: PairedOutcomes): number {
  const discordant = onlyInFirst + onlyInSecond;
  const logMixture = logFactorial(onlyInFirst) + logFactorial(onlyInSecond) - logFactorial(discordant + 1);
  return Math.exp(logMixture + discordant * Math.LN2);
}

/**
 * A confidence sequence of the difference of two paired proportions, second minus first: with probability 1 - α
 * the intervals after all numbers of pairs contain the difference. It has the differences whose maximum likelihood
 * is more than α times that of a mixture: Robbins (1970); Wasserman, Ramdas and Balakrishnan, "Universal inference",
 * PNAS 117 (2020) 16880–16890. Half of the mixture is uniform over all rates, half over those without a difference,
 * which shows the absence of a difference with a third fewer pairs. [-1, 1] without pairs.
 */
export function confidenceSequence(outcomes: PairedOutcomes, alpha: number): Interval {
  if (outcomes.pairs === 0) return { low: -1, high: 1 };
  // Not searched on both sides: exchanged sides have the mirror image, to the last digit.
  return { low: 0 - upperBound(swap(outcomes), alpha), high: upperBound(outcomes, alpha) };
}

function upperBound(outcomes: PairedOutcomes, alpha: number): number {
  return findBoundary(plausibility(outcomes, alpha), rateDifference(outcomes), 1);
}

function swap({ pairs, onlyInFirst, onlyInSecond }: PairedOutcomes): PairedOutcomes {
  return { pairs, onlyInFirst: onlyInSecond, onlyInSecond: onlyInFirst };
}

function plausibility(outcomes: PairedOutcomes, alpha: number): (difference: number) => boolean {
  const logMixture = logLikelihoodOfMixture(outcomes);
  return (difference) => logMixture - maxLogLikelihood(outcomes, difference) < -Math.log(alpha);
}

/** What can be said of two paired proportions after any number of looks. */
export interface AnytimeResult {
  eValue: number;
  /** Of the difference, second minus first; it has 0 unless `eValue` is at least 1/α. */
  interval: Interval;
}

/**
 * The e-value, and a confidence sequence that agrees with it: the differences of the sign that was not observed are
 * excluded as soon as the e-value reaches 1/α, when `low` or `high` is 0, excluded too. That excludes the true
 * difference with probability at most α/(2 - α), as the half of the mixture that favors the other sign is at most 1.
 * The rest of α is that of the sequence. Where the difference is 0, exclusion by the sequence implies that of the
 * e-value, so that α is not exceeded either.
 */
export function anytimeResult(outcomes: PairedOutcomes, alpha: number): AnytimeResult {
  const evidence = Math.min(eValue(outcomes), Number.MAX_VALUE); // infinity is not JSON
  const { low, high } = confidenceSequence(outcomes, sequenceAlpha(alpha));
  if (evidence < 1 / alpha) return { eValue: evidence, interval: { low, high } };
  const interval =
    rateDifference(outcomes) < 0 ? { low, high: Math.min(high, 0) } : { low: Math.max(low, 0), high };
  return { eValue: evidence, interval };
}

/** Whether the interval of `anytimeResult` is within ±`bound`, without computing it. */
export function isWithin(outcomes: PairedOutcomes, bound: number, alpha: number): boolean {
  if (outcomes.pairs === 0 || Math.abs(rateDifference(outcomes)) >= bound) return false;
  const isPlausible = plausibility(outcomes, sequenceAlpha(alpha));
  return !isPlausible(-bound) && !isPlausible(bound);
}

function sequenceAlpha(alpha: number): number {
  return alpha - alpha / (2 - alpha);
}

function logLikelihoodOfMixture({ pairs, onlyInFirst, onlyInSecond }: PairedOutcomes): number {
  const discordant = onlyInFirst + onlyInSecond;
  const concordant = pairs - discordant;
  const logUniform =
    Math.LN2 +
    logFactorial(onlyInFirst) +
    logFactorial(onlyInSecond) +
    logFactorial(concordant) -
    logFactorial(pairs + 2);
  const logEqual =
    logFactorial(discordant) + logFactorial(concordant) - logFactorial(pairs + 1) - discordant * Math.LN2;
  const larger = Math.max(logUniform, logEqual);
  return larger - Math.LN2 + Math.log(Math.exp(logUniform - larger) + Math.exp(logEqual - larger));
}

function maxLogLikelihood(outcomes: PairedOutcomes, difference: number): number {
  const { pairs, onlyInFirst, onlyInSecond } = outcomes;
  const { first, second } = fitDiscordantRates(outcomes, difference);
  return (
    logPower(first, onlyInFirst) +
    logPower(second, onlyInSecond) +
    logPower(Math.max(0, 1 - first - second), pairs - onlyInFirst - onlyInSecond)
  );
}

/** The logarithm of probability^count, where 0^0 = 1. */
function logPower(probability: number, count: number): number {
  return count === 0 ? 0 : count * Math.log(probability);
}

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
