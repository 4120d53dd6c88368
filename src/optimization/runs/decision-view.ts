import { CONFIDENCE, pairedPower } from '../../../packages/statistics';
import type { Decision } from '../../../workflows/optimization-run/run-state';
import type { Assessment, Objective, OptimizationRun } from './optimization-run';
import { findCandidate } from './run.repository';

/** A decision with the comparisons that it is made of. */
export interface DecisionView {
  decision: Decision;
  /** On the conversations that decided; null without a candidate that was measured on them. */
  deciding: Assessment | null;
  /** On the conversations of the search; null without a measured candidate. */
  search: Assessment | null;
  minEffect: number | null;
  power: number | null;
}

export async function viewDecision(run: OptimizationRun, decision: Decision): Promise<DecisionView> {
  const { basis } = decision;
  const candidate = basis === undefined ? null : await findCandidate(run.id, basis.candidateId);
  const search = candidate?.assessment ?? null;
  const deciding = basis?.decidedOn === 'holdout' ? (candidate?.holdoutAssessment ?? null) : search;
  return {
    decision,
    deciding,
    search,
    minEffect: deciding && minEffectOf(run.objective, deciding),
    power: deciding && powerOf(run.objective, deciding, basis?.candidatesTested ?? 1),
  };
}

/** The default of `min_effect`: absolute for issue_rate, a share of the baseline's value for other metrics. */
const DEFAULT_RATE_EFFECT = 0.05;
const DEFAULT_RELATIVE_EFFECT = 0.1;

/** The smallest difference that matters, in the unit of the metric; null if it depends on an unknown value. */
function minEffectOf({ metric, minEffect }: Objective, { baseline }: Assessment): number | null {
  if (minEffect !== null) return minEffect;
  if (metric === 'issue_rate') return DEFAULT_RATE_EFFECT;
  return baseline === null || baseline === 0 ? null : DEFAULT_RELATIVE_EFFECT * Math.abs(baseline);
}

/**
 * The probability with which the decision finds the minimum effect if it exists, from the observed discordance or spread
 * of the pairs. With Holm's correction at the level of its first step. Null where there is no formula.
 */
function powerOf(objective: Objective, assessment: Assessment, candidatesTested: number): number | null {
  const effect = minEffectOf(objective, assessment);
  const { pairs, spread } = assessment;
  if (effect === null || spread === null) return null;
  return pairedPower(pairs, spread, effect, (1 - CONFIDENCE) / Math.max(1, candidatesTested));
}
