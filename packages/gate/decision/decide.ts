import {
  anytimeMeanBounds,
  type Interval,
  mcNemarOneSidedPValue,
  meanLowerBound,
  meanUpperBound,
  signFlipTest,
  upperNormalQuantile,
} from '../../statistics';
import type { GateDecision, GateOutcome, GateRule } from './decision';
import { MIN_PAIRS } from './detectable-effect';

/** The least common multiple of 1 to 16: differences of shares of up to 16 times become integers. */
const UNIT = 720_720;
const SEED = 'gate';

/**
 * Decides whether a candidate is worse, from all differences of its pairs, looked at once. `worse` by McNemar's exact
 * one-sided test, or with shares by that of sign flips. `not_worse` if the upper bound by the score test is below
 * `minEffect`: Tango's, and its form for shares.
 */
export async function decideOnce(differences: readonly number[], rule: GateRule): Promise<GateDecision> {
  const { alpha } = rule;
  const counts = countSigns(differences);
  const isShares = !differences.every(Number.isInteger);
  const pValue = isShares
    ? await signFlipPValue(differences)
    : mcNemarOneSidedPValue(counts.betterPairs, counts.worsePairs);
  const z = upperNormalQuantile(alpha);
  const low = meanLowerBound(differences, z);
  const interval = {
    // The exact test and the score bound may disagree by little; the worsening is real if neither leaves a doubt.
    low: pValue <= alpha ? low : Math.min(low, 0),
    // With so few pairs the score bound is wrong too often.
    high: differences.length < MIN_PAIRS ? 1 : meanUpperBound(differences, z),
  };
  return {
    ...rule,
    ...counts,
    outcome: outcomeOf(interval, rule),
    test: isShares ? 'sign_flip' : 'mcnemar',
    difference: meanOf(differences),
    interval,
    pValue,
    eValue: null,
    pairs: differences.length,
  };
}

/**
 * The same by bets, valid after any number of looks at a growing list. The order of the pairs must not depend on their
 * outcomes: docs/adr/0031-deciding-early.md.
 */
export function decideAnytime(differences: readonly number[], rule: GateRule): GateDecision {
  const { eValue, interval } = anytimeMeanBounds(differences, rule.alpha);
  return {
    ...rule,
    ...countSigns(differences),
    outcome: outcomeOf(interval, rule),
    test: 'betting',
    difference: meanOf(differences),
    interval,
    pValue: null,
    eValue,
    pairs: differences.length,
  };
}

function outcomeOf({ low, high }: Interval, { minEffect }: GateRule): GateOutcome {
  if (low > 0) return 'worse';
  return minEffect !== null && high < minEffect ? 'not_worse' : 'undecided';
}

async function signFlipPValue(differences: readonly number[]): Promise<number> {
  // Sums of integers are exact, so flips that are as extreme as the observed signs are counted.
  const test = await signFlipTest(
    differences.map((difference) => Math.round(difference * UNIT)),
    SEED,
  );
  return test.pAbove(0);
}

function countSigns(differences: readonly number[]): Pick<GateDecision, 'worsePairs' | 'betterPairs'> {
  return {
    worsePairs: differences.filter((difference) => difference > 0).length,
    betterPairs: differences.filter((difference) => difference < 0).length,
  };
}

function meanOf(differences: readonly number[]): number {
  return differences.reduce((sum, difference) => sum + difference, 0) / Math.max(1, differences.length);
}
