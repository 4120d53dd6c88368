import type { AppError } from '../../src/platform/errors/app-error';
import { valueError } from '../../src/platform/errors/error-templates';
import type { DecisionReason } from './run';
import type { Decision, RunState } from './run-state';

const messages: Record<DecisionReason, string> = {
  better: 'The candidate is better than the baseline and meets every constraint',
  no_candidate_named: 'The runner named no candidate',
  candidate_not_measured: 'The candidate was not measured',
  coverage_too_low: 'Too few of its replies have a verdict to compare it with the baseline',
  constraints_violated: 'The candidate does not meet every constraint',
  constraints_not_shown: 'The intervals are too wide to show that the candidate meets every constraint',
  holdout_failed: 'The candidate could not be measured on the hold-out',
  holdout_cost_limit: 'The run reached max_cost_cents before the candidate was measured on the hold-out',
  not_better: 'The candidate is not better than the baseline beyond chance',
};

/**
 * Whether a run completes with the named candidate. The runner is not trusted: the candidate was decided on when
 * it was measured, from what is stored.
 * @throws AppError value_error when the run has no such candidate, or only from an earlier lease.
 */
export function decide({ candidates }: RunState, candidateId: string | null, epoch: number): Decision {
  if (candidateId === null) return decision('no_candidate_named');
  const candidate = candidates.find(({ id }) => id === candidateId);
  if (candidate === undefined) throw unusable(candidateId, 'no such candidate in this run');
  if (candidate.epoch !== epoch) {
    throw unusable(candidateId, 'the candidate was proposed with an earlier lease; propose it again');
  }
  return decision(candidate.verdict ?? 'candidate_not_measured');
}

function decision(reason: DecisionReason): Decision {
  return { isAccepted: reason === 'better', reason, message: messages[reason] };
}

function unusable(candidateId: string, message: string): AppError {
  return valueError(message, { loc: ['body', 'best_candidate_id'], input: candidateId });
}
