import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/logging';
import { attemptRun } from './attempt';
import { ApiError, ApiUnreachableError, type RunnerClient } from './client/runner-client';
import { RunnerStoppedError } from './failure-report';
import type { Strategy } from './strategies/strategy';

const WAIT_SECONDS = 20;
const PAUSE_AFTER_OUTAGE_MS = 5_000;

export interface RunnerOptions {
  client: RunnerClient;
  /** Names this process to people who look at a run. */
  runnerId: string;
  strategy: Strategy;
  /** Ends after the first run it claims. */
  isOnce: boolean;
  /** To be aborted with a RunnerStoppedError: the run at hand is handed back. */
  signal: AbortSignal;
  logger: Logger;
  /** Cut out of what is reported to the service. */
  secrets: readonly string[];
  /** Called whenever the service has answered. */
  onContact(): void;
}

/**
 * Claims one run after the other and works on it, until told to stop. An outage of the service is waited out.
 * @throws ApiError when the service refuses the runner, as with a wrong key
 */
export async function runRunner(options: RunnerOptions): Promise<void> {
  const { client, strategy, signal, logger, secrets, onContact } = options;
  while (!signal.aborted) {
    const claimed = await claim(options);
    if (claimed === null) continue;
    const { run, lease } = claimed;
    const runLogger = logger.child({ runId: run.id, leaseId: lease.lease_id, epoch: lease.epoch });
    runLogger.info({ strategy: strategy.name }, 'claimed a run');
    await attemptRun({ client, strategy, claimed, signal, logger: runLogger, secrets, onContact });
    if (options.isOnce) return;
  }
}

async function claim({ client, runnerId, signal, logger, onContact }: RunnerOptions) {
  try {
    const claimed = await client.claim(runnerId, WAIT_SECONDS, signal);
    onContact();
    return claimed;
  } catch (error) {
    if (error instanceof RunnerStoppedError) return null;
    if (!isOutage(error)) throw error;
    logger.warn({ err: error }, 'the service cannot be reached');
    await sleep(PAUSE_AFTER_OUTAGE_MS, undefined, { signal }).catch(() => undefined);
    return null;
  }
}

/** Whether waiting may help; a refusal of this runner is for people to mend. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError
    ? error.status >= 500 || error.status === 429
    : error instanceof ApiUnreachableError;
}
