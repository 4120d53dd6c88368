import { DefaultLogger, Runtime } from '@temporalio/worker';

let isInstalled = false;

/** Hides routine log lines of workers from the test output. */
export function installQuietRuntime(): void {
  if (isInstalled) return;
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
  isInstalled = true;
}
