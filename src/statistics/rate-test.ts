import type { DifferenceTest } from './difference-test';
import { mcNemarPValue } from './mcnemar';
import { normalCdf, upperNormalQuantile } from './normal-distribution';
import { type PairedOutcomes, rateDifference } from './paired-outcomes';
import { scoreBound, scoreOf, swapOutcomes } from './score-interval';

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
