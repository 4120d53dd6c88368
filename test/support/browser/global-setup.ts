import { rmSync } from 'node:fs';
import { Stack } from '../stack';
import { makeTestDataDir, type TestRun } from '../test-run';
import { requireChromium } from './chromium';
import { fillWorld } from './fill-world';
import { leaveWorld } from './world';

/** Starts the whole service once for all browser tests and fills it with what they look at. */
async function globalSetup(): Promise<void> {
  requireChromium();
  const dataDir = makeTestDataDir();
  const stack = await Stack.start(dataDir, { BOOTSTRAP_WORKSPACE: 'Demo' });
  const stop = async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  (globalThis as TestRun).assayTestRun = { stop };
  // jest does not call the teardown when it is interrupted, and the service would stay.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.kill(process.pid, signal)));
  }
  try {
    leaveWorld(await fillWorld(stack));
  } catch (error) {
    await stop();
    throw error;
  }
}

export = globalSetup;
