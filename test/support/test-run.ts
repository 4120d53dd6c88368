import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Passed from the global setup to the global teardown; Jest runs both in one process. */
export type TestRun = typeof globalThis & { assayTestRun?: { stop(): Promise<void> } };

/** Prefix of temporary data folders of tests: the next run removes those that no process holds. */
export const TEST_FOLDER_PREFIX = `assay-test-${userInfo().username}-`;

/**
 * A new temporary data folder for engines. Lock it immediately, before another test run takes it for
 * abandoned.
 */
export function makeTestDataDir(): string {
  return mkdtempSync(join(tmpdir(), TEST_FOLDER_PREFIX));
}
