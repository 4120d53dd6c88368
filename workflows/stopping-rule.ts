import { anytimeResult, eValue, isWithin, type PairedOutcomes, rateDifference } from '../packages/statistics';
import type { Decision, StopWhen } from './contracts';

/**
 * What the pairs so far show about the issue rate of the new replies against the original ones, if they show
 * anything: `better` or `worse` once the e-value reaches 1/alpha, `no_effect` once the confidence sequence is within
 * ±minEffect. `first` of a pair is the original reply. Valid after every pair: docs/adr/0031-deciding-early.md.
 */
export function decide(outcomes: PairedOutcomes, { alpha, minEffect }: StopWhen): Decision | null {
  const outcome = outcomeOf(outcomes, { alpha, minEffect });
  if (outcome === null) return null;
  const { eValue: evidence, interval } = anytimeResult(outcomes, alpha);
  const { low, high } = interval;
  return {
    outcome,
    eValue: evidence,
    intervalLow: low,
    intervalHigh: high,
    pairs: outcomes.pairs,
    alpha,
    minEffect,
  };
}

function outcomeOf(outcomes: PairedOutcomes, { alpha, minEffect }: StopWhen): Decision['outcome'] | null {
  if (eValue(outcomes) >= 1 / alpha) return rateDifference(outcomes) < 0 ? 'better' : 'worse';
  return isWithin(outcomes, minEffect, alpha) ? 'no_effect' : null;
}
