import { hostname } from 'node:os';
import { loadRunnerConfig, type RunnerConfig } from './config';
import { createLogger } from './logging';
import { onStopRequest } from './process-lifetime';
import { RunnerClient } from './runner/client/runner-client';
import { recordContact } from './runner/contact-file';
import { RunnerStoppedError } from './runner/failure-report';
import { runRunner } from './runner/run-runner';
import { parseRunnerCommand } from './runner/runner-command';
import { makeStrategy } from './runner/strategies/make-strategy';

/** The runner process: works on optimization runs until it is told to stop, hands back what it has, and exits 0. */
async function main(): Promise<void> {
  const { settings, isOnce } = parseRunnerCommand(process.argv);
  const config = loadRunnerConfig(settings);
  const { url, apiKey, workspaceId } = config;
  const strategy = makeStrategy(config);
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
  process.exit(0); // an IPC channel, or a strategy that takes no notice of its signal, would keep it alive
}

function secretsOf({ apiKey, providers }: RunnerConfig): string[] {
  return [apiKey, ...providers.flatMap((provider) => provider.apiKey ?? [])];
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
