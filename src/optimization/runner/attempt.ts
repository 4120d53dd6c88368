import type { Logger } from '../../platform/logging';
import { bestCandidate } from './best-candidate';
import {
  ApiUnreachableError,
  type Candidate,
  type ClaimedRun,
  LeaseLostError,
  RunFinishedError,
  type RunnerClient,
} from './client/runner-client';
import { describeFailure } from './failure-report';
import { LeaseExpiredError, RunCancelledError, withLease } from './lease-hold';
import { searchCandidates } from './search';
import type { Strategy } from './strategies/strategy';

/** Reports go out even while the process is stopping, but not for longer. */
const REPORT_TIMEOUT_MS = 12_000;

export interface Attempt {
  client: RunnerClient;
  strategy: Strategy;
  claimed: ClaimedRun;
  /** Aborted when the runner has to stop; the run is handed back then. */
  signal: AbortSignal;
  logger: Logger;
  /** Cut out of what is reported. */
  secrets: readonly string[];
  /** Called after each heartbeat that was answered. */
  onContact(): void;
}

/**
 * One attempt at a claimed run, from the first candidate to the report: completed, failed, or nothing when the run is
 * no longer this runner's. Rejects with nothing but a fault of the runner itself.
 */
export async function attemptRun(attempt: Attempt): Promise<void> {
  const { client, claimed, strategy, signal, logger } = attempt;
  let agentTurns = 0;
  const beat = async (beatSignal: AbortSignal) => {
    const answer = await client.heartbeat(claimed, agentTurns, beatSignal);
    attempt.onContact();
    return answer;
  };
  try {
    const leaseSeconds = claimed.run.lease_seconds;
    const tried = await withLease({ leaseSeconds, beat, logger }, signal, (held) =>
      searchCandidates({
        client,
        claimed,
        strategy,
        signal: held,
        onTurn: () => {
          agentTurns += 1;
        },
      }),
    );
    await complete(attempt, tried, agentTurns);
  } catch (error) {
    if (isOver(error)) logger.warn({ err: error }, 'the run is no longer ours');
    else await fail(attempt, error, agentTurns);
  }
}

async function complete(
  { client, claimed, strategy, logger }: Attempt,
  tried: readonly Candidate[],
  agentTurns: number,
): Promise<void> {
  const best = bestCandidate(tried, claimed.run.objective);
  const measured = tried.filter(({ status }) => status === 'measured').length;
  const summary = `${strategy.name}: ${tried.length} proposed, ${measured} measured`;
  const report = { agentTurns, bestCandidateId: best?.id ?? null, summary };
  const { best_candidate_id, decision } = await client.complete(claimed, report, reportSignal());
  logger.info({ bestCandidateId: best_candidate_id, reason: decision.reason }, 'completed');
}

async function fail(
  { client, claimed, secrets, logger }: Attempt,
  error: unknown,
  agentTurns: number,
): Promise<void> {
  const described = describeFailure(error, secrets);
  logger.warn(described, 'the attempt failed');
  try {
    const { status } = await client.fail(claimed, { agentTurns, ...described }, reportSignal());
    logger.info({ status }, 'reported the failure');
  } catch (reportError) {
    // Nobody is misled by this: the lease expires, and that ends the attempt too.
    logger.warn({ err: reportError }, 'the failure could not be reported');
  }
}

/** Whether nothing that this runner might report would be accepted any more. */
function isOver(error: unknown): boolean {
  return [LeaseLostError, RunFinishedError, LeaseExpiredError, RunCancelledError].some(
    (kind) => error instanceof kind,
  );
}

function reportSignal(): AbortSignal {
  const limit = new AbortController();
  const tooLate = new ApiUnreachableError(`A report was not answered within ${REPORT_TIMEOUT_MS} ms`);
  setTimeout(() => limit.abort(tooLate), REPORT_TIMEOUT_MS).unref();
  return limit.signal;
}
