import { AppError } from '../../src/platform/errors/app-error';
import { leaseLost } from '../../src/platform/errors/error-templates';
import type { Attempt, CompleteReport, FailReport, ReportResult, RunState, StoredReport } from './run-state';
import { hasEnded } from './run-transitions';

/**
 * What each write of a runner carries: the lease and its number, which grows with each lease of the run. A write with
 * an older token is refused. Kleppmann, "How to do distributed locking" (2016), calls this fencing.
 */
export interface FencingToken {
  leaseId: string;
  /** Null: the runner sends none; the lease id alone is checked. */
  epoch: number | null;
}

/**
 * Fencing: returns the current attempt when the token is the one of its lease, and the lease has not expired at `now`.
 * @throws AppError run_finished when the run has ended; lease_lost otherwise
 */
export function checkFencing(state: RunState, { leaseId, epoch }: FencingToken, now: number): Attempt {
  if (hasEnded(state.status)) throw runFinished(state);
  const attempt = state.attempts.at(-1);
  const isHeld =
    attempt !== undefined &&
    state.lease?.leaseId === leaseId &&
    (epoch === null || epoch === state.lease.epoch) &&
    now < Date.parse(state.lease.expiresAt);
  if (!isHeld) throw leaseLost('run', leaseId, { status: state.status });
  return attempt;
}

/** The result that the same report of the same lease had before; null when this one is new. */
export function findEarlierResult(
  state: RunState,
  { leaseId, epoch }: FencingToken,
  report: FailReport | CompleteReport,
): ReportResult | null {
  const attempt = state.attempts.find(
    (one) => one.leaseId === leaseId && (epoch === null || epoch === one.epoch),
  );
  if (attempt === undefined || attempt.report === null) return null;
  return isSame(attempt, attempt.report.sent, state, report) ? attempt.report.answer : null;
}

/** Whether the lease was the one that ended when the run was cancelled: its holder learns of that. */
export function wasCancelled(state: RunState, { leaseId, epoch }: FencingToken): boolean {
  const last = state.attempts.at(-1);
  return (
    state.isCancelRequested &&
    last?.outcome === 'cancelled' &&
    last.leaseId === leaseId &&
    (epoch === null || epoch === last.epoch)
  );
}

export function runFinished({ status }: RunState): AppError {
  return new AppError('run_finished', `The run is ${status}`, { loc: ['path', 'run_id'], ctx: { status } });
}

function isSame(
  { error, outcome }: Attempt,
  earlier: StoredReport,
  { summary }: RunState,
  report: FailReport | CompleteReport,
): boolean {
  if (earlier.agentTurns !== report.agentTurns) return false;
  if (earlier.kind === 'fail' && report.kind === 'fail') {
    const isPreempted = outcome === 'preempted';
    if (isPreempted !== (report.isPreempted ?? false)) return false;
    return error?.code === report.error.code && error.message === report.error.message;
  }
  return (
    earlier.kind === 'complete' &&
    report.kind === 'complete' &&
    earlier.bestCandidateId === report.bestCandidateId &&
    earlier.choose === report.choose &&
    summary === report.summary
  );
}
