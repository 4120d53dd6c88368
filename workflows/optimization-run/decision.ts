import { adjustByHolm } from '../../packages/statistics';
import type { AppError } from '../../src/platform/errors/app-error';
import { valueError } from '../../src/platform/errors/error-templates';
import { candidateDecisions, type DecisionReason } from './run';
import type {
  CandidateState,
  CompleteReport,
  Decision,
  DecisionBasis,
  RunSplit,
  RunState,
} from './run-state';

/** The probability of a winner that is none. */
const ALPHA = 0.05;

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
 * The candidate that a report names, or that the service takes as the best; null without one.
 * @throws AppError value_error when the run has no such candidate, or only from an earlier lease.
 */
export function findNamed(
  { candidates }: RunState,
  { bestCandidateId, choose }: CompleteReport,
  epoch: number,
): CandidateState | null {
  if (bestCandidateId === null) {
    return choose === 'best' ? findBest(candidates.filter((candidate) => candidate.epoch === epoch)) : null;
  }
  const candidate = candidates.find(({ id }) => id === bestCandidateId);
  if (candidate === undefined) throw unusable(bestCandidateId, 'no such candidate in this run');
  if (candidate.epoch !== epoch) {
    throw unusable(bestCandidateId, 'the candidate was proposed with an earlier lease; propose it again');
  }
  return candidate;
}

/** The measured candidate with the best verdict, then with the greatest gain, then the earliest; null without any. */
export function findBest(candidates: readonly CandidateState[]): CandidateState | null {
  let best: CandidateState | null = null;
  for (const candidate of candidates) {
    if (rankOf(candidate) < 0) continue;
    if (best === null || isBetter(candidate, best)) best = candidate;
  }
  return best;
}

function isBetter(one: CandidateState, other: CandidateState): boolean {
  const difference = rankOf(one) - rankOf(other);
  return difference === 0 ? gainOf(one) > gainOf(other) : difference > 0;
}

/** Verdicts are declared from the worst to the best; -1 without one. */
function rankOf({ verdict }: CandidateState): number {
  return verdict === null ? -1 : candidateDecisions.indexOf(verdict);
}

function gainOf({ gain }: CandidateState): number {
  return gain ?? Number.NEGATIVE_INFINITY;
}

/**
 * Whether a run completes with the named candidate; null: only its measurement on the hold-out can tell. The runner is
 * not trusted: the candidate was compared with the baseline when it was measured, from what is stored.
 */
export function decide(
  { candidates }: RunState,
  candidate: CandidateState | null,
  report: CompleteReport,
  split: RunSplit,
): Decision | null {
  if (candidate === null)
    return decision(report.choose === 'best' ? 'candidate_not_measured' : 'no_candidate_named');
  const { verdict } = candidate;
  if (verdict === null) return decision('candidate_not_measured');
  if (split.decidedOn === 'all_conversations') return decideByHolm(candidates, candidate);
  // Too few judged replies on one part are not made up for by the other.
  return verdict === 'coverage_too_low' ? decision(verdict) : null;
}

/** All candidates that were measured are tested on the same conversations, also those of earlier leases. */
function decideByHolm(candidates: readonly CandidateState[], candidate: CandidateState): Decision {
  const tested = candidates.filter(({ verdict }) => verdict !== null);
  const adjusted = adjustByHolm(tested.map(({ pValue }) => pValue ?? 1))[tested.indexOf(candidate)] ?? 1;
  const basis: DecisionBasis = {
    candidateId: candidate.id,
    decidedOn: 'all_conversations',
    candidatesTested: tested.length,
    adjustedPValue: adjusted,
  };
  const isByChance = candidate.verdict === 'better' && adjusted >= ALPHA;
  return decision(isByChance ? 'not_better' : (candidate.verdict ?? 'candidate_not_measured'), basis);
}

export function decision(reason: DecisionReason, basis?: DecisionBasis): Decision {
  return { isAccepted: reason === 'better', reason, message: messages[reason], ...(basis && { basis }) };
}

function unusable(candidateId: string, message: string): AppError {
  return valueError(message, { loc: ['body', 'best_candidate_id'], input: candidateId });
}
