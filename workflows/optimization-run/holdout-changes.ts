import { decision } from './decision';
import type { CandidateDecision } from './run';
import { closeRun } from './run-changes';
import {
  addCost,
  type ExperimentCost,
  type RunLimits,
  type RunProblem,
  type RunState,
  shorten,
} from './run-state';
import { hasEnded } from './run-transitions';

/** Of an experiment that was not measured because the run has spent `max_cost_cents`. */
export const budgetSpent = {
  code: 'max_cost_reached',
  message: 'The run has spent max_cost_cents',
} as const satisfies RunProblem;

/** Records the outcome of the experiment on the hold-out, and decides the run; of an ended run only the cost. */
export function recordHoldout(
  state: RunState,
  {
    verdict,
    error,
    ...cost
  }: ExperimentCost & { verdict: CandidateDecision | null; error: RunProblem | null },
  now: number,
): void {
  const { holdout } = state;
  if (holdout == null) throw new Error('The run has no hold-out to decide on');
  addCost(state, cost);
  if (hasEnded(state.status)) return;
  const basis = { candidateId: holdout.candidateId, decidedOn: 'holdout', candidatesTested: 1 } as const;
  if (verdict !== null) closeRun(state, decision(verdict, basis), holdout.candidateId, now);
  else if (error?.code === budgetSpent.code)
    closeRun(state, decision('holdout_cost_limit', basis), holdout.candidateId, now);
  else closeRun(state, withProblem(decision('holdout_failed', basis), error), holdout.candidateId, now);
}

function withProblem(failed: ReturnType<typeof decision>, error: RunProblem | null) {
  return error === null ? failed : { ...failed, message: `${failed.message}: ${shorten(error).message}` };
}

/**
 * US cents that the hold-out is expected to cost, by the most expensive experiment so far, which measured `conversations`.
 * Neither proposals nor their experiments may spend them.
 */
export function reserveHoldout(
  state: RunState,
  { split }: RunLimits,
  { costCents, conversations }: { costCents: number; conversations: number },
): void {
  if (split.decidedOn !== 'holdout' || conversations === 0) return;
  const expectedCents = (costCents * split.holdoutCount) / conversations;
  state.holdoutReserveCents = Math.max(state.holdoutReserveCents ?? 0, expectedCents);
}

/** US cents that are left for the next experiment of the search; null: no limit. */
export function searchBudget(state: RunState, { maxCostCents }: RunLimits): number | null {
  if (maxCostCents === null) return null;
  return maxCostCents - state.costCents - (state.holdoutReserveCents ?? 0);
}
