import { rmSync } from 'node:fs';
import { withDeadline } from '../../../packages/concurrency';
import { Stack } from '../stack';
import { makeTestDataDir, type TestRun } from '../test-run';
import { requireChromium } from './chromium';
import { fillWorld } from './fill-world';
import { saveWorld } from './world';

const FILL_LIMIT_MS = 6 * 60_000;

/** Starts the whole service once for all browser tests and fills it with data. */
async function globalSetup(): Promise<void> {
  requireChromium();
  const dataDir = makeTestDataDir();
  const stack = await Stack.start(dataDir, {
    BOOTSTRAP_WORKSPACE: 'Demo',
    // For estimates of models with a price; nothing listens there, and no test calls one.
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_API_KEY: 'unused',
  });
  const stop = async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  (globalThis as TestRun).assayTestRun = { stop };
  // Jest skips the teardown when interrupted, and the service would keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.kill(process.pid, signal)));
  }
  try {
    const timeoutError = new Error(`The service was not filled within ${FILL_LIMIT_MS / 60_000} minutes`);
    saveWorld(await withDeadline({ timeoutMs: FILL_LIMIT_MS, timeoutError }, () => fillWorld(stack)));
  } catch (error) {
    await stop();
    throw error;
  }
}

export = globalSetup;
