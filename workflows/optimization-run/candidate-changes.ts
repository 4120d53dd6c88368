import { AppError, type AppErrorOptions } from '../../src/platform/errors/app-error';
import { conflict } from '../../src/platform/errors/error-templates';
import { checkFencing } from './fencing';
import { reserveHoldout, searchBudget } from './holdout-changes';
import type { CandidateMessage } from './messages';
import type { CandidateDecision } from './run';
import {
  addCost,
  type CandidateState,
  countCandidates,
  type ExperimentCost,
  type RunLimits,
  type RunProblem,
  type RunState,
  shorten,
} from './run-state';

/**
 * Adds a candidate. The same key with the same content is one candidate, also across leases once it was
 * measured: the new holder does not pay for it again.
 * @throws AppError run_finished, lease_lost, conflict, candidate_limit_reached, cost_limit_reached
 */
export function propose(
  state: RunState,
  message: CandidateMessage,
  limits: RunLimits,
  now: number,
): CandidateState {
  const { epoch } = checkFencing(state, message, now);
  const existing = findKnown(state, message, epoch);
  if (existing !== null) {
    existing.epoch = epoch;
    return existing;
  }
  refuseBeyondLimits(state, limits);
  const candidate: CandidateState = {
    id: message.candidateId,
    key: message.key,
    fingerprint: message.fingerprint,
    epoch,
    status: 'waiting',
    experimentId: null,
    isSettled: false,
    verdict: null,
    error: null,
  };
  state.candidates.push(candidate);
  return candidate;
}

function findKnown(
  { candidates }: RunState,
  { key, fingerprint }: CandidateMessage,
  epoch: number,
): CandidateState | null {
  const sameKey = candidates.filter((candidate) => candidate.key === key);
  const ofLease = sameKey.find((candidate) => candidate.epoch === epoch);
  if (ofLease !== undefined && ofLease.fingerprint !== fingerprint) {
    throw conflict('The candidate_key was used with different content. Use a new key', {
      loc: ['body', 'candidate_key'],
      input: key,
      ctx: { candidate_id: ofLease.id },
    });
  }
  const earlier = sameKey.find(
    (candidate) => candidate.fingerprint === fingerprint && candidate.status === 'measured',
  );
  return ofLease ?? earlier ?? null;
}

function refuseBeyondLimits(state: RunState, limits: RunLimits): void {
  const { maxCandidates, maxCostCents } = limits;
  if (countCandidates(state) >= maxCandidates) {
    throw new AppError('candidate_limit_reached', `The run has reached max_candidates (${maxCandidates})`, {
      ctx: { max_candidates: maxCandidates },
    });
  }
  const budget = searchBudget(state, limits);
  if (budget !== null && budget <= 0) {
    const { costCents, holdoutReserveCents = 0 } = state;
    const reserved = holdoutReserveCents === 0 ? {} : { reserved_cents: holdoutReserveCents };
    throw costLimitReached({ ctx: { max_cost_cents: maxCostCents, cost_cents: costCents, ...reserved } });
  }
}

export function costLimitReached(options: AppErrorOptions): AppError {
  return new AppError('cost_limit_reached', 'The run has reached max_cost_cents', options);
}

/**
 * The candidate whose experiment is the next to run or to wait for; candidates are measured one at a time. Those in
 * `unstored` are skipped, because their texts are still on the way to MongoDB.
 */
export function nextCandidate(
  { candidates }: RunState,
  unstored: ReadonlySet<string>,
): CandidateState | undefined {
  return candidates.find(
    ({ id, status, experimentId, isSettled }) =>
      (status === 'waiting' && !unstored.has(id)) || (experimentId !== null && !isSettled),
  );
}

export interface CandidateOutcome extends ExperimentCost {
  verdict: CandidateDecision | null;
  pValue?: number;
  gain?: number | null;
  error: RunProblem | null;
}

/** Records the outcome of a candidate's experiment; of a candidate that was cancelled meanwhile only the cost. */
export function recordMeasurement(
  state: RunState,
  candidate: CandidateState,
  outcome: CandidateOutcome,
  limits: RunLimits,
): void {
  const { costCents, verdict, pValue, gain } = outcome;
  addCost(state, outcome);
  candidate.isSettled = true;
  if (candidate.status === 'cancelled') return;
  reserveHoldout(state, limits, { costCents, conversations: limits.split.searchCount });
  candidate.status = verdict === null ? 'failed' : 'measured';
  candidate.verdict = verdict;
  if (pValue !== undefined) Object.assign(candidate, { pValue, gain: gain ?? null });
  candidate.error = outcome.error && shorten(outcome.error);
}
