import {
  type AssayClient,
  type Candidate,
  type ClaimedRun,
  LeaseLostError,
  RunFinishedError,
  UnreachableError,
} from '../../../packages/client';
import { withDeadline } from '../../../packages/concurrency';
import type { Logger } from '../../platform/logging';
import { bestCandidate } from './best-candidate';
import { describeFailure, RunnerStoppedError } from './failure-report';
import { LeaseExpiredError, RunCancelledError, withLease } from './lease-hold';
import { searchCandidates } from './search';
import type { Strategy } from './strategies/strategy';

/** Bounds the time for a report, which is also sent while the process is stopping. */
const REPORT_TIMEOUT_MS = 12_000;

export interface Attempt {
  client: AssayClient;
  strategy: Strategy;
  claimed: ClaimedRun;
  /** Aborts when the runner must stop; the run is then returned to the service. */
  signal: AbortSignal;
  logger: Logger;
  /** Redacted in reports. */
  secrets: readonly string[];
  /** Called after each successful heartbeat. */
  onContact(): void;
}

/**
 * Executes one attempt of a claimed run, from the first candidate to the report: completed, failed, or none
 * if the lease was lost. Rejects only for bugs of the runner.
 */
export async function attemptRun(attempt: Attempt): Promise<void> {
  const { client, claimed, strategy, signal, logger } = attempt;
  let agentTurns = 0;
  const beat = async (beatSignal: AbortSignal) => {
    const heartbeat = await client.runs.heartbeat(
      claimed,
      { agent_turns: agentTurns },
      { signal: beatSignal },
    );
    attempt.onContact();
    return heartbeat;
  };
  try {
    const leaseSeconds = claimed.run.lease_seconds;
    const tried = await withLease({ leaseSeconds, beat, logger }, signal, (leaseSignal) =>
      searchCandidates({
        client,
        claimed,
        strategy,
        signal: leaseSignal,
        onTurn: () => {
          agentTurns += 1;
        },
      }),
    );
    await complete(attempt, tried, agentTurns);
  } catch (error) {
    if (isOver(error)) logger.warn({ err: error }, 'lease lost or run ended');
    else if (error instanceof RunnerStoppedError) await release(attempt, agentTurns);
    else await fail(attempt, error, agentTurns);
  }
}

async function complete(
  { client, claimed, strategy, logger }: Attempt,
  tried: readonly Candidate[],
  agentTurns: number,
): Promise<void> {
  const best = bestCandidate(tried, claimed.run.objective);
  const measuredCount = tried.filter(({ status }) => status === 'measured').length;
  const summary = `${strategy.name}: ${tried.length} proposed, ${measuredCount} measured`;
  const report = { agent_turns: agentTurns, best_candidate_id: best?.id ?? null, summary };
  const { best_candidate_id, decision } = await sendReport((signal) =>
    client.runs.complete(claimed, report, { signal }),
  );
  if (decision === null) logger.info({ candidateId: best?.id }, 'candidate is measured on the hold-out');
  else logger.info({ bestCandidateId: best_candidate_id, reason: decision.reason }, 'run completed');
}

async function fail(
  { client, claimed, secrets, logger }: Attempt,
  error: unknown,
  agentTurns: number,
): Promise<void> {
  const described = describeFailure(error, secrets);
  const { errorCode: error_code, errorMessage: error_message } = described;
  logger.warn(described, 'attempt failed');
  try {
    const { status } = await sendReport((signal) =>
      client.runs.fail(claimed, { agent_turns: agentTurns, error_code, error_message }, { signal }),
    );
    logger.info({ status }, 'failure reported');
  } catch (reportError) {
    // Harmless: the attempt also ends when the lease expires.
    logger.warn({ err: reportError }, 'failure could not be reported');
  }
}

async function release({ client, claimed, logger }: Attempt, agentTurns: number): Promise<void> {
  try {
    const { status } = await sendReport((signal) =>
      client.runs.release(claimed, { agent_turns: agentTurns }, { signal }),
    );
    logger.info({ status }, 'run released');
  } catch (reportError) {
    // The lease expires then, which uses an attempt.
    logger.warn({ err: reportError }, 'run could not be released');
  }
}

/** Whether the service would reject every report, because the lease was lost or the run has ended. */
function isOver(error: unknown): boolean {
  return [LeaseLostError, RunFinishedError, LeaseExpiredError, RunCancelledError].some(
    (kind) => error instanceof kind,
  );
}

function sendReport<Response>(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const timeoutError = new UnreachableError(`No response to a report within ${REPORT_TIMEOUT_MS} ms`);
  return withDeadline({ timeoutMs: REPORT_TIMEOUT_MS, timeoutError }, send);
}
