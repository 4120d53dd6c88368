import type { Experiment, ExperimentItem } from '../../../packages/client';
import {
  decideAnytime,
  decideInOrder,
  decideOnce,
  type GateDecision,
  type GateRule,
  type Pairing,
} from '../../../packages/gate';
import { differencesInOrder } from './item-cases';
import type { Opponent } from './opponent';

/** Results of both sides so far. */
export interface Results {
  /** In the order in which they start. */
  items: readonly ExperimentItem[];
  /** Of the experiment that it is compared with; empty otherwise. */
  others: readonly ExperimentItem[];
}

/**
 * Whether a candidate may stop before its end. Not if the baseline experiment has a stopping rule or rejudges one that
 * may have stopped early: then its results decide the number of pairs.
 */
export function canStopEarly(opponent: Opponent): boolean {
  if (opponent.kind !== 'experiment') return false;
  const { stop_when, rejudged_experiment_id, conversations_added_at, samples_per_item } = opponent.experiment;
  const changes = [stop_when, rejudged_experiment_id, conversations_added_at];
  return changes.every((change) => change === null) && samples_per_item === 1;
}

/**
 * Decides about a candidate that has ended. By what the service has decided; else by bets, where the number of pairs
 * may depend on what they showed; else by the exact test.
 */
export async function decideCandidate(
  { candidate, opponent, pairing }: { candidate: Experiment; opponent: Opponent; pairing: Pairing },
  { items, others }: Results,
  rule: GateRule,
): Promise<GateDecision> {
  if (candidate.decision !== null) return toGateDecision(candidate.decision);
  if (canStopEarly(opponent)) return decideInOrder(differencesInOrder(items, others), rule);
  const differences = pairing.pairs.map(({ difference }) => difference);
  const isOnce = opponent.kind === 'report' && !opponent.isEarly;
  return isOnce ? decideOnce(differences, rule) : decideAnytime(differences, rule);
}

function toGateDecision(decision: NonNullable<Experiment['decision']>): GateDecision {
  const { outcome, n, worse_count: worse, better_count: better } = decision;
  const [worsePairs, betterPairs] = [worse ?? 0, better ?? 0];
  return {
    outcome: outcome === 'worse' ? 'worse' : 'not_worse',
    test: 'betting',
    alpha: decision.alpha,
    minEffect: decision.min_effect,
    difference: (worsePairs - betterPairs) / n,
    interval: { low: decision.interval_low, high: decision.interval_high },
    pValue: null,
    eValue: decision.e_value,
    pairs: n,
    worsePairs,
    betterPairs,
  };
}
