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
  /** The name of this process, shown to users. */
  runnerId: string;
  strategy: Strategy;
  /** Stops after the first claimed run. */
  isOnce: boolean;
  /** Must be aborted with a RunnerStoppedError; the current run is then returned to the service. */
  signal: AbortSignal;
  logger: Logger;
  /** Redacted in reports. */
  secrets: readonly string[];
  /** Called whenever the service has responded. */
  onContact(): void;
}

/**
 * Claims runs and works on them, one at a time, until stopped. Retries through outages of the service.
 * @throws ApiError if the service rejects the runner, for example for an invalid key
 */
export async function runRunner(options: RunnerOptions): Promise<void> {
  const { client, strategy, signal, logger, secrets, onContact } = options;
  while (!signal.aborted) {
    const claimedRun = await claim(options);
    if (claimedRun === null) continue;
    const { run, lease } = claimedRun;
    const runLogger = logger.child({ runId: run.id, leaseId: lease.lease_id, epoch: lease.epoch });
    runLogger.info({ strategy: strategy.name }, 'run claimed');
    await attemptRun({
      client,
      strategy,
      claimed: claimedRun,
      signal,
      logger: runLogger,
      secrets,
      onContact,
    });
    if (options.isOnce) return;
  }
}

async function claim({ client, runnerId, strategy, signal, logger, onContact }: RunnerOptions) {
  try {
    const claimedRun = await client.claim(runnerId, WAIT_SECONDS, signal, [strategy.name]);
    onContact();
    return claimedRun;
  } catch (error) {
    if (error instanceof RunnerStoppedError) return null;
    if (!isOutage(error)) throw error;
    logger.warn({ err: error }, 'service unreachable; retrying');
    await sleep(PAUSE_AFTER_OUTAGE_MS, undefined, { signal }).catch(() => undefined);
    return null;
  }
}

/** Whether a retry may succeed. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError
    ? error.status >= 500 || error.status === 429
    : error instanceof ApiUnreachableError;
}
