import { findBoundary } from './bisect';
import { Z_ONE_SIDED, Z_TWO_SIDED } from './normal-quantiles';
import { fitDiscordantRates, type PairedOutcomes, rateDifference } from './paired-outcomes';

export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95% score interval of the difference of two paired proportions, second minus first: Tango, Statistics in
 * Medicine 17 (1998) 891–908. [-1, 1] without pairs.
 */
export function scoreInterval(outcomes: PairedOutcomes): Interval {
  return { low: -scoreBound(swapOutcomes(outcomes), Z_TWO_SIDED), high: scoreBound(outcomes, Z_TWO_SIDED) };
}

/** The upper bound of the one-sided 95% score interval of the difference: for tests of non-inferiority. */
export function scoreUpperBound(outcomes: PairedOutcomes): number {
  return scoreBound(outcomes, Z_ONE_SIDED);
}

/** The upper bound of the difference that the score test does not reject, at a one-sided normal quantile. */
export function scoreBound(outcomes: PairedOutcomes, z: number): number {
  if (outcomes.pairs === 0) return 1;
  return findBoundary((difference) => scoreOf(outcomes, difference) > -z, rateDifference(outcomes), 1);
}

/** How many standard errors the observed difference is above `difference`. */
export function scoreOf(outcomes: PairedOutcomes, difference: number): number {
  const { pairs, onlyInFirst, onlyInSecond } = outcomes;
  const { first, second } = fitDiscordantRates(outcomes, difference);
  const variance = pairs * (first + second - difference * difference);
  const distance = onlyInSecond - onlyInFirst - pairs * difference;
  return distance === 0 ? 0 : distance / Math.sqrt(variance);
}

export function swapOutcomes({ pairs, onlyInFirst, onlyInSecond }: PairedOutcomes): PairedOutcomes {
  return { pairs, onlyInFirst: onlyInSecond, onlyInSecond: onlyInFirst };
}
