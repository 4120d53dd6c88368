import { findBoundary } from './bisect';
import { logFactorial } from './log-factorial';
import { fitDiscordantRates, type PairedOutcomes, rateDifference } from './paired-outcomes';
import type { Interval } from './score-interval';

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
 * is more than α times that of a uniform mixture: Robbins (1970); Wasserman, Ramdas and Balakrishnan, "Universal
 * inference", PNAS 117 (2020) 16880–16890. [-1, 1] without pairs.
 */
export function confidenceSequence(outcomes: PairedOutcomes, alpha: number): Interval {
  const { pairs, onlyInFirst, onlyInSecond } = outcomes;
  if (pairs === 0) return { low: -1, high: 1 };
  const concordant = pairs - onlyInFirst - onlyInSecond;
  const logMixture =
    Math.LN2 +
    logFactorial(onlyInFirst) +
    logFactorial(onlyInSecond) +
    logFactorial(concordant) -
    logFactorial(pairs + 2);
  const isPlausible = (difference: number) =>
    logMixture - maxLogLikelihood(outcomes, difference) < -Math.log(alpha);
  const observed = rateDifference(outcomes);
  return {
    low: findBoundary(isPlausible, observed, -1),
    high: findBoundary(isPlausible, observed, 1),
  };
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
