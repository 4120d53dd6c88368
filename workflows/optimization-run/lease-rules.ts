/** Runs inside the workflow too: nothing but plain TypeScript may be imported here. */
import { AppError } from '../../src/platform/errors/app-error';
import type { Attempt, CompleteReport, FailReport, ReportAnswer, RunState, StoredReport } from './run-state';
import { hasEnded } from './run-transitions';

/** What a runner's message says it speaks for. */
export interface LeaseClaim {
  leaseId: string;
  /** Null: not told. */
  epoch: number | null;
}

/**
 * The attempt that the message's lease is for.
 * @throws AppError run_finished when the run has ended, lease_lost unless the lease is the present one at `now`.
 */
export function holdingAttempt(state: RunState, { leaseId, epoch }: LeaseClaim, now: number): Attempt {
  if (hasEnded(state.status)) throw runFinished(state);
  const attempt = state.attempts.at(-1);
  const isHeld =
    attempt !== undefined &&
    state.lease?.leaseId === leaseId &&
    (epoch === null || epoch === state.lease.epoch) &&
    now < Date.parse(state.lease.expiresAt);
  if (!isHeld) throw leaseLost(state, leaseId);
  return attempt;
}

/** What the same report of the same lease was answered before; null when this one is new. */
export function earlierAnswer(
  state: RunState,
  { leaseId, epoch }: LeaseClaim,
  sent: FailReport | CompleteReport,
): ReportAnswer | null {
  const attempt = state.attempts.find(
    (one) => one.leaseId === leaseId && (epoch === null || epoch === one.epoch),
  );
  if (attempt === undefined || attempt.report === null) return null;
  return isSame(attempt, attempt.report.sent, state, sent) ? attempt.report.answer : null;
}

/** Whether the lease was the one that ended when the run was cancelled: its holder is told so. */
export function wasCancelled(state: RunState, { leaseId, epoch }: LeaseClaim): boolean {
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

function leaseLost({ status }: RunState, leaseId: string): AppError {
  return new AppError('lease_lost', 'The lease is not, or no longer, the one that holds the run', {
    loc: ['body', 'lease_id'],
    input: leaseId,
    ctx: { status },
  });
}

function isSame(
  { error }: Attempt,
  earlier: StoredReport,
  { summary }: RunState,
  sent: FailReport | CompleteReport,
): boolean {
  if (earlier.agentTurns !== sent.agentTurns) return false;
  if (earlier.kind === 'fail' && sent.kind === 'fail') {
    return error?.code === sent.error.code && error.message === sent.error.message;
  }
  return (
    earlier.kind === 'complete' &&
    sent.kind === 'complete' &&
    earlier.bestCandidateId === sent.bestCandidateId &&
    summary === sent.summary
  );
}
