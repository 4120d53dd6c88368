import type { Decision } from '../../../workflows/optimization-run/run-state';
import { minEffectOf, powerOf } from './decision-power';
import type { Assessment, OptimizationRun } from './optimization-run';
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
