import { normalCdf, upperNormalQuantile } from './distributions';
import { type Interval, scoreBound, scoreOf, swapOutcomes } from './intervals';
import { type DifferenceTest, type PairedOutcomes, rateDifference } from './outcomes';
import { mcNemarPValue } from './paired-tests';

/** The exact McNemar test of two paired rates, with Tango's score test where the difference is not 0. */
export function rateTest(outcomes: PairedOutcomes): DifferenceTest {
  const { pairs, onlyInFirst, onlyInSecond } = outcomes;
  const swapped = swapOutcomes(outcomes);
  const pBelow = (tested: PairedOutcomes, margin: number) =>
    tested.pairs === 0 ? 1 : normalCdf(scoreOf(tested, margin));
  return {
    difference: rateDifference(outcomes),
    pairs,
    pValue: mcNemarPValue(onlyInFirst, onlyInSecond),
    pBelow: (margin) => pBelow(outcomes, margin),
    pAbove: (margin) => pBelow(swapped, -margin),
    lowerBound: (alpha) => -scoreBound(swapped, upperNormalQuantile(alpha)),
    upperBound: (alpha) => scoreBound(outcomes, upperNormalQuantile(alpha)),
    spread: pairs === 0 ? null : { discordance: (onlyInFirst + onlyInSecond) / pairs },
  };
}

export interface Estimated {
  estimate: number;
  /** 95%; contains the estimate. */
  interval: Interval;
}

/**
 * The difference of two independent estimates, the second minus the first, with a 95% interval. The variances add up,
 * each recovered from the side of its interval that bounds the difference, which may be longer than the other: Zou and
 * Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27
 * (2008) 1693–1702.
 */
export function independentDifference(first: Estimated, second: Estimated): Estimated {
  const estimate = second.estimate - first.estimate;
  const below = Math.hypot(second.estimate - second.interval.low, first.interval.high - first.estimate);
  const above = Math.hypot(second.interval.high - second.estimate, first.estimate - first.interval.low);
  return { estimate, interval: { low: estimate - below, high: estimate + above } };
}
