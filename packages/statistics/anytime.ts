import { findBoundary } from './distributions';
import type { Interval } from './intervals';
import { type PairedOutcomes, rateDifference } from './outcomes';
import { type Counts, countValues, meanOf } from './value-counts';

/** A result about a mean difference that is valid after any number of looks. */
export interface AnytimeResult {
  eValue: number;
  /** Of the mean; without 0 exactly when `eValue` is at least 1/alpha. */
  interval: Interval;
}

/** Bets on the mean, as shares of the largest possible: midpoints of (0, 1). */
const STAKES = Array.from({ length: 25 }, (_, index) => (index + 0.5) / 25);

/**
 * Tests the mean of differences from -1 to 1, validly after any number of looks. A martingale bets that the mean is
 * larger than the one in question, and one that it is smaller: it multiplies a stake with each difference, in a uniform
 * mixture of stakes. The interval excludes the means for which the mean of both reaches 1/alpha, as it does for the true
 * one with probability at most alpha (Ville, 1939); the e-value is that mean for 0. Waudby-Smith and Ramdas, "Estimating
 * means of bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024) 1–27.
 */
export function anytimeMean(differences: readonly number[], alpha: number): AnytimeResult {
  return resultOf(countValues(differences), meanOf(differences), alpha);
}

/** The same for the difference of two paired proportions, second minus first. */
export function anytimeResult(outcomes: PairedOutcomes, alpha: number): AnytimeResult {
  return resultOf(countPairs(outcomes), rateDifference(outcomes), alpha);
}

/**
 * Tests whether the second of two paired proportions is larger, validly after any number of looks: the e-value, and
 * bounds of the difference each of which is wrong with probability at most alpha. Of two questions, as whether it is
 * larger and whether it is larger by less than some amount, at most one has the wrong reply.
 */
export function anytimeBounds(outcomes: PairedOutcomes, alpha: number): AnytimeResult {
  return boundsOf(countPairs(outcomes), rateDifference(outcomes), alpha);
}

/** The same for the mean of differences from -1 to 1: whether it is above 0. */
export function anytimeMeanBounds(differences: readonly number[], alpha: number): AnytimeResult {
  return boundsOf(countValues(differences), meanOf(differences), alpha);
}

/** Whether the lower bound of `anytimeBounds` is above `bound`, without computing it. */
export function isAbove(outcomes: PairedOutcomes, bound: number, alpha: number): boolean {
  return rateDifference(outcomes) > bound && capitalOf(countPairs(outcomes), bound, 1) >= 1 / alpha;
}

/** Whether its upper bound is below `bound`. */
export function isBelow(outcomes: PairedOutcomes, bound: number, alpha: number): boolean {
  return rateDifference(outcomes) < bound && capitalOf(countPairs(outcomes), bound, -1) >= 1 / alpha;
}

/** The evidence of `anytimeMean` against a mean of 0. */
export function eValueOfMean(differences: readonly number[]): number {
  return evidenceAgainst(countValues(differences), 0);
}

/**
 * The evidence of `anytimeResult` against equal rates, to which pairs of equal outcomes contribute nothing. It is about
 * the likelihood ratio of a uniform mixture: Robbins, Annals of Mathematical Statistics 41 (1970) 1397–1409.
 */
export function eValue(outcomes: PairedOutcomes): number {
  return evidenceAgainst(countPairs(outcomes), 0);
}

/** Whether the interval of `anytimeResult` is within ±`bound`, without computing it. */
export function isWithin(outcomes: PairedOutcomes, bound: number, alpha: number): boolean {
  if (outcomes.pairs === 0 || Math.abs(rateDifference(outcomes)) >= bound) return false;
  const counts = countPairs(outcomes);
  return [-bound, bound].every((difference) => evidenceAgainst(counts, difference) >= 1 / alpha);
}

function countPairs({ pairs, onlyInFirst, onlyInSecond }: PairedOutcomes): Counts {
  return [
    [-1, onlyInFirst],
    [0, pairs - onlyInFirst - onlyInSecond],
    [1, onlyInSecond],
  ];
}

function resultOf(counts: Counts, mean: number, alpha: number): AnytimeResult {
  const evidence = (at: number) => evidenceAgainst(counts, at);
  return { eValue: evidence(0), interval: intervalOf(mean, alpha, { low: evidence, high: evidence }) };
}

function boundsOf(counts: Counts, mean: number, alpha: number): AnytimeResult {
  const evidenceIn = (direction: 1 | -1) => (at: number) => capitalOf(counts, at, direction);
  return {
    eValue: Math.min(evidenceIn(1)(0), Number.MAX_VALUE),
    interval: intervalOf(mean, alpha, { low: evidenceIn(1), high: evidenceIn(-1) }),
  };
}

/** The means on either side of the observed one against which there is less evidence than 1/alpha. */
function intervalOf(
  mean: number,
  alpha: number,
  evidence: Record<'low' | 'high', (at: number) => number>,
): Interval {
  return {
    low: findBoundary((at) => evidence.low(at) < 1 / alpha, mean, -1),
    high: findBoundary((at) => evidence.high(at) < 1 / alpha, mean, 1),
  };
}

/** What a unit has become by bets on either side of a mean, half on each. */
function evidenceAgainst(counts: Counts, mean: number): number {
  const capital = (capitalOf(counts, mean, 1) + capitalOf(counts, mean, -1)) / 2;
  return Math.min(capital, Number.MAX_VALUE); // infinity is not JSON
}

/**
 * What a unit has become by bets that the mean is above `mean` (direction 1) or below it (-1). It decreases (increases)
 * with `mean`, because every factor does: the scale is the largest that keeps factors of a stake below 1 positive.
 */
function capitalOf(counts: Counts, mean: number, direction: 1 | -1): number {
  const scale = direction / (1 + direction * mean);
  let total = 0;
  for (const stake of STAKES) {
    let log = 0;
    for (const [value, count] of counts) log += count * Math.log1p(stake * scale * (value - mean));
    total += Math.exp(log);
  }
  return total / STAKES.length;
}
