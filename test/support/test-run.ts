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

/** The temporary data folder of the test run, for what its test files share. */
export function testRunFolder(): string {
  const folder = process.env.ASSAY_TEST_FOLDER;
  if (!folder) throw new Error('ASSAY_TEST_FOLDER is not set: the global setup of jest sets it');
  return folder;
}
