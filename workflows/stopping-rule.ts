import {
  anytimeBounds,
  anytimeResult,
  eValue,
  isAbove,
  isBelow,
  isWithin,
  type PairedOutcomes,
  rateDifference,
} from '../packages/statistics';
import type { Decision, StopWhen } from './contracts';

/**
 * What the pairs so far show about the issue rate of the new replies against the original ones, if they show anything.
 * Two-sided: `better` or `worse` once the e-value reaches 1/alpha, `no_effect` once the interval is within ±minEffect.
 * Else `worse` by the one-sided e-value, and `not_worse` once the upper bound is below minEffect. `first` of a pair is
 * the original reply. Valid after every pair: docs/adr/0031-deciding-early.md.
 */
export function decide(outcomes: PairedOutcomes, rule: StopWhen): Decision | null {
  const isTwoSided = rule.alternative === undefined;
  const outcome = isTwoSided ? differenceOf(outcomes, rule) : worseningOf(outcomes, rule);
  if (outcome === null) return null;
  const { eValue: evidence, interval } = (isTwoSided ? anytimeResult : anytimeBounds)(outcomes, rule.alpha);
  const { low, high } = interval;
  return {
    outcome,
    eValue: evidence,
    intervalLow: low,
    intervalHigh: high,
    pairs: outcomes.pairs,
    worsePairs: outcomes.onlyInSecond,
    betterPairs: outcomes.onlyInFirst,
    ...rule,
  };
}

function differenceOf(outcomes: PairedOutcomes, { alpha, minEffect }: StopWhen): Decision['outcome'] | null {
  if (eValue(outcomes) >= 1 / alpha) return rateDifference(outcomes) < 0 ? 'better' : 'worse';
  return isWithin(outcomes, minEffect, alpha) ? 'no_effect' : null;
}

function worseningOf(outcomes: PairedOutcomes, { alpha, minEffect }: StopWhen): Decision['outcome'] | null {
  if (isAbove(outcomes, 0, alpha)) return 'worse';
  return isBelow(outcomes, minEffect, alpha) ? 'not_worse' : null;
}
