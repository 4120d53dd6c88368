import { conflict } from '../../src/platform/errors/error-templates';
import { decide, findNamed } from './decision';
import { checkFencing, findEarlierResult, runFinished, wasCancelled } from './fencing';
import type {
  ClaimMessage,
  CompleteMessage,
  FailMessage,
  HeartbeatMessage,
  HeartbeatResult,
} from './messages';
import type { AttemptOutcome } from './run';
import {
  type Attempt,
  type CompleteReport,
  type Completion,
  type Decision,
  type FailReport,
  type Lease,
  type ReportResult,
  type RunLimits,
  type RunProblem,
  type RunState,
  type StoredReport,
  shorten,
} from './run-state';
import { hasEnded, type RunEvent, statusAfter } from './run-transitions';

/** Preemptions of a run that use no attempt. Its state, which has every attempt, has to fit into one payload. */
const MAX_FREE_PREEMPTIONS = 100;

/** Every change of a run's state except those of candidates. `now` is in milliseconds since the epoch. */

export function prepared(state: RunState, now: number): void {
  enter(state, 'prepared', now);
  state.readyAt = toIso(now);
}

export function preparationFailed(state: RunState, error: RunProblem, now: number): void {
  state.error = shorten(error);
  enter(state, 'preparation_failed', now);
}

/**
 * Gives a ready run to a runner; the same claim gets the same lease while it lasts.
 * @throws AppError conflict when the run is not ready.
 */
export function claim(
  state: RunState,
  { claimId, runnerId }: ClaimMessage,
  leaseId: string,
  { leaseMs }: RunLimits,
  now: number,
): Lease {
  const repeated = refuseClaim(state, claimId);
  if (repeated !== null) return repeated;
  enter(state, 'claimed', now);
  const epoch = state.attempts.length + 1;
  state.lease = { leaseId, claimId, epoch, runnerId, expiresAt: toIso(now + leaseMs) };
  state.attempts.push({
    leaseId,
    epoch,
    runnerId,
    startedAt: toIso(now),
    endedAt: null,
    outcome: null,
    agentTurns: 0,
    error: null,
    report: null,
  });
  return state.lease;
}

/** The lease that the claim has got already; null when it may get one. @throws AppError conflict */
export function refuseClaim({ lease, status }: RunState, claimId: string): Lease | null {
  if (lease?.claimId === claimId) return lease;
  if (status === 'ready') return null;
  throw conflict(`The run is not ready. Its status is ${status}`, { ctx: { status } });
}

/**
 * Extends the lease. The holder of a lease that ended with the run's cancellation learns of that.
 * @throws AppError run_finished, lease_lost
 */
export function heartbeat(
  state: RunState,
  message: HeartbeatMessage,
  { leaseMs }: RunLimits,
  now: number,
): HeartbeatResult {
  if (wasCancelled(state, message)) {
    return { expiresAt: state.completedAt ?? toIso(now), isCancelRequested: true };
  }
  const attempt = checkFencing(state, message, now);
  const expiresAt = toIso(now + leaseMs);
  if (message.agentTurns !== null) attempt.agentTurns = message.agentTurns;
  if (state.lease !== null) state.lease.expiresAt = expiresAt;
  return { expiresAt, isCancelRequested: false };
}

/** Records a runner's report of failure. @throws AppError run_finished, lease_lost */
export function fail(state: RunState, message: FailMessage, limits: RunLimits, now: number): ReportResult {
  const { report } = message;
  const earlier = findEarlierResult(state, message, report);
  if (earlier !== null) return earlier;
  const attempt = checkFencing(state, message, now);
  attempt.agentTurns = report.agentTurns;
  endAttempt(state, attempt, report.isPreempted ? 'preempted' : 'failed', report.error, limits, now);
  return recordReport(state, attempt, report);
}

/**
 * Records a runner's result, and decides on it or leaves that to the hold-out. Either way the lease ends.
 * @throws AppError run_finished, lease_lost, value_error
 */
export function complete(
  state: RunState,
  message: CompleteMessage,
  { split }: RunLimits,
  now: number,
): Completion {
  const { report } = message;
  const earlier = findEarlierResult(state, message, report);
  if (earlier !== null) return completionOf(state, earlier);
  const attempt = checkFencing(state, message, now);
  const candidate = findNamed(state, report, attempt.epoch);
  const decision = decide(state, candidate, report, split);
  state.summary = report.summary;
  attempt.agentTurns = report.agentTurns;
  closeAttempt(state, attempt, 'completed', null, now);
  if (decision !== null) closeRun(state, decision, candidate?.id ?? null, now);
  else if (candidate !== null) state.holdout = { candidateId: candidate.id, experimentId: null };
  return completionOf(state, recordReport(state, attempt, report));
}

/** Without a decision where the run was still open: the same report has the same result after the decision too. */
function completionOf(state: RunState, result: ReportResult): Completion {
  if (!hasEnded(result.status)) return { ...result, bestCandidateId: null, decision: null };
  return { ...result, bestCandidateId: state.bestCandidateId, decision: state.decision };
}

/** Completes a run with a decision on a candidate. */
export function closeRun(state: RunState, decision: Decision, candidateId: string | null, now: number): void {
  state.decision = decision;
  state.bestCandidateId = decision.isAccepted ? candidateId : null;
  enter(state, 'completed', now);
}

/** Ends the attempt whose lease has run out. */
export function expire(state: RunState, limits: RunLimits, now: number): void {
  const attempt = state.attempts.at(-1);
  if (state.status !== 'running' || attempt === undefined) return;
  const error = { code: 'lease_expired', message: 'The runner was not heard of before its lease ran out' };
  endAttempt(state, attempt, 'lease_expired', error, limits, now);
}

/** @throws AppError run_finished */
export function cancel(state: RunState, now: number): void {
  if (hasEnded(state.status)) throw runFinished(state);
  state.isCancelRequested = true;
  const attempt = state.attempts.at(-1);
  // While the hold-out is measured the last attempt has ended already.
  if (state.lease !== null && attempt !== undefined) closeAttempt(state, attempt, 'cancelled', null, now);
  enter(state, 'cancelled', now);
}

/** Closes a run whose workflow was ended from outside. */
export function workflowLost(state: RunState, now: number): void {
  const error = { code: 'workflow_lost', message: 'The workflow ended without finishing the run' };
  const attempt = state.attempts.at(-1);
  if (state.lease !== null && attempt !== undefined) closeAttempt(state, attempt, 'failed', error, now);
  state.error = error;
  enter(state, 'workflow_lost', now);
}

function endAttempt(
  state: RunState,
  attempt: Attempt,
  outcome: AttemptOutcome,
  error: RunProblem,
  { maxAttempts, nonRetryableErrorCodes }: RunLimits,
  now: number,
): void {
  closeAttempt(state, attempt, outcome, error, now);
  const isFinal = outcome !== 'preempted' && nonRetryableErrorCodes.includes(error.code);
  if (usedAttempts(state) < maxAttempts && !isFinal) {
    enter(state, 'attempt_ended', now);
    return;
  }
  state.error = error;
  enter(state, 'attempts_exhausted', now);
}

function usedAttempts({ attempts }: RunState): number {
  const preempted = attempts.filter(({ outcome }) => outcome === 'preempted').length;
  return attempts.length - Math.min(preempted, MAX_FREE_PREEMPTIONS);
}

/** Cancels the candidates that are not measured yet: no lease is left that could complete with them. */
function closeAttempt(
  state: RunState,
  attempt: Attempt,
  outcome: AttemptOutcome,
  error: RunProblem | null,
  now: number,
): void {
  Object.assign(attempt, { outcome, error, endedAt: toIso(now) });
  state.lease = null;
  for (const candidate of state.candidates) {
    if (candidate.status !== 'waiting' && candidate.status !== 'measuring') continue;
    candidate.status = 'cancelled';
    // No limit counts cancelled candidates, and no later proposal can match one: so its key, which MongoDB has, is removed.
    Object.assign(candidate, { key: '', fingerprint: '' });
  }
}

function enter(state: RunState, event: RunEvent, now: number): void {
  state.status = statusAfter(state.status, event);
  if (hasEnded(state.status)) state.completedAt = toIso(now);
}

function recordReport(state: RunState, attempt: Attempt, report: FailReport | CompleteReport): ReportResult {
  const { status, completedAt } = state;
  const result: ReportResult = { status, agentTurns: report.agentTurns, completedAt };
  const { kind, agentTurns } = report;
  const storedReport: StoredReport =
    kind === 'fail' ? { kind, agentTurns } : { kind, agentTurns, ...namedBy(report) };
  attempt.report = { sent: storedReport, answer: result };
  return result;
}

function namedBy({ bestCandidateId, choose }: CompleteReport) {
  return { bestCandidateId, ...(choose && { choose }) };
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
