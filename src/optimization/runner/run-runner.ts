import { setTimeout as sleep } from 'node:timers/promises';
import { type AssayClient, AssayError } from '../../../packages/client';
import type { Logger } from '../../platform/logging';
import { attemptRun } from './attempt';
import { RunnerStoppedError } from './failure-report';
import { mayRecover } from './may-recover';
import type { Strategy } from './strategies/strategy';

const WAIT_SECONDS = 20;
const PAUSE_AFTER_OUTAGE_MS = 5_000;

export interface RunnerOptions {
  client: AssayClient;
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
 * @throws AssayError if the service rejects the runner, for example for an invalid key
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
    const request = { runner_id: runnerId, wait_seconds: WAIT_SECONDS, strategies: [strategy.name] };
    const claimedRun = await client.runs.claim(request, { signal });
    onContact();
    return claimedRun;
  } catch (error) {
    if (error instanceof RunnerStoppedError) return null;
    if (!(error instanceof AssayError && mayRecover(error))) throw error;
    logger.warn({ err: error }, 'service unreachable; retrying');
    await sleep(PAUSE_AFTER_OUTAGE_MS, undefined, { signal }).catch(() => undefined);
    return null;
  }
}
