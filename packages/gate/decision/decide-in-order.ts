import { isAbove, isBelow, type PairedOutcomes } from '../../statistics';
import { decideAnytime } from './decide';
import type { GateDecision, GateOutcome, GateRule } from './decision';

/**
 * Decides by bets that are read after each pair: by the first pairs that decide, so that pairs that end later change
 * nothing; if none do, by all. The order of the pairs must not depend on their outcomes. Differences are -1, 0 or 1.
 */
export function decideInOrder(differences: readonly number[], rule: GateRule): GateDecision {
  const { outcome, pairs } = findDecision(differences, (counts) => outcomeOf(counts, rule));
  if (outcome === 'undecided') return decideAnytime(differences, rule);
  // The bounds are found by bisection, which may end next to the boundary that was reached.
  return { ...decideAnytime(differences.slice(0, pairs), rule), outcome };
}

/** The outcomes of `decideInOrder` for many lists, whose counts recur. */
export function createSequentialRule(rule: GateRule): (differences: readonly number[]) => GateOutcome {
  const outcomes = new Map<string, GateOutcome>();
  const decide = (counts: PairedOutcomes) => {
    const key = `${counts.pairs} ${counts.onlyInFirst} ${counts.onlyInSecond}`;
    const outcome = outcomes.get(key) ?? outcomeOf(counts, rule);
    outcomes.set(key, outcome);
    return outcome;
  };
  return (differences) => findDecision(differences, decide).outcome;
}

function findDecision(
  differences: readonly number[],
  decide: (counts: PairedOutcomes) => GateOutcome,
): { outcome: GateOutcome; pairs: number } {
  const counts = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
  for (const difference of differences) {
    counts.pairs += 1;
    if (difference < 0) counts.onlyInFirst += 1;
    if (difference > 0) counts.onlyInSecond += 1;
    const outcome = decide(counts);
    if (outcome !== 'undecided') return { outcome, pairs: counts.pairs };
  }
  return { outcome: 'undecided', pairs: counts.pairs };
}

function outcomeOf(counts: PairedOutcomes, { alpha, minEffect }: GateRule): GateOutcome {
  if (isAbove(counts, 0, alpha)) return 'worse';
  return minEffect !== null && isBelow(counts, minEffect, alpha) ? 'not_worse' : 'undecided';
}
