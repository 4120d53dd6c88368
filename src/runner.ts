import { hostname } from 'node:os';
import { loadRunnerConfig, type RunnerConfig } from './config';
import { RunnerClient } from './optimization/runner/client/runner-client';
import { recordContact } from './optimization/runner/contact-file';
import { RunnerStoppedError } from './optimization/runner/failure-report';
import { runRunner } from './optimization/runner/run-runner';
import { parseRunnerCommand } from './optimization/runner/runner-command';
import { createStrategy } from './optimization/runner/strategies/create-strategy';
import { createLogger } from './platform/logging';
import { onStopRequest } from './platform/process-lifetime';

/**
 * The runner process: works on optimization runs until it is asked to stop, releases its leases, and exits 0.
 */
async function main(): Promise<void> {
  const { settings, isOnce } = parseRunnerCommand(process.argv);
  const config = loadRunnerConfig(settings);
  const { url, apiKey, workspaceId } = config;
  const strategy = createStrategy(config);
  const logger = createLogger(config.logLevel);

  const stopping = new AbortController();
  onStopRequest(logger, () => stopping.abort(new RunnerStoppedError('The runner was stopped')));
  process.send?.({ ready: true });
  logger.info({ strategy: strategy.name, url }, 'runner is waiting for runs');
  await runRunner({
    client: new RunnerClient({ address: url, apiKey, workspaceId }),
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
