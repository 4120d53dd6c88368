import { DefaultLogger, Runtime } from '@temporalio/worker';

let isInstalled = false;

/** Keeps what workers say of their normal life out of the test output. */
export function installQuietRuntime(): void {
  if (isInstalled) return;
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
  isInstalled = true;
}
