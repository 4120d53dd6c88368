import { hostname } from 'node:os';
import { AssayClient } from '../packages/client';
import { loadRunnerConfig, type RunnerConfig } from './config';
import { recordContact } from './optimization/runner/contact-file';
import { RunnerStoppedError } from './optimization/runner/failure-report';
import { runRunner } from './optimization/runner/run-runner';
import { createStrategy } from './optimization/runner/strategies/create-strategy';
import { createLogger } from './platform/logging';
import { onStopRequest } from './platform/process-lifetime';

/**
 * Works on optimization runs until the process is asked to stop, releases its leases, and exits 0. `settings` replace
 * variables of the environment.
 * @throws Error for invalid settings, and when the service refuses the key
 */
export async function runRunnerProcess(settings: Record<string, string>, isOnce: boolean): Promise<void> {
  const config = loadRunnerConfig(settings);
  const { url, apiKey, workspaceId } = config;
  const strategy = createStrategy(config);
  const logger = createLogger(config.logLevel);

  const stopping = new AbortController();
  onStopRequest(logger, () => stopping.abort(new RunnerStoppedError('The runner was stopped')));
  process.send?.({ ready: true });
  logger.info({ strategy: strategy.name, url }, 'runner is waiting for runs');
  await runRunner({
    client: new AssayClient({ baseUrl: url, apiKey, workspaceId }),
    runnerId: config.runnerId ?? `${hostname()}-${process.pid}`,
    strategy,
    isOnce,
    signal: stopping.signal,
    logger,
    secrets: secretsOf(config),
    onContact: () => recordContact(logger),
  });
  process.exit(0); // an IPC channel, or a strategy that ignores its signal, would keep it alive
}

function secretsOf({ apiKey, providers }: RunnerConfig): string[] {
  return [apiKey, ...providers.flatMap((provider) => provider.apiKey ?? [])];
}
