import type { TestRun } from './test-run';

/** Stops the engines of the test run and removes their data. */
async function globalTeardown(): Promise<void> {
  await (globalThis as TestRun).assayTestRun?.stop();
}

export = globalTeardown;
