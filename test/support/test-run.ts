import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Passed from the global setup to the global teardown; Jest runs both in one process. */
export type TestRun = typeof globalThis & { assayTestRun?: { stop(): Promise<void> } };

/** Prefix of temporary data folders of tests: the next run removes those that no process holds. */
export const TEST_FOLDER_PREFIX = `assay-test-${userInfo().username}-`;

const MEMORY = '/dev/shm';
/** Several times what the engines of a test run write. */
const MIN_MEMORY_BYTES = 6 * 1024 ** 3;

/**
 * Where temporary data folders are: in memory if there is enough, because MongoDB waits for the disk at each of the
 * thirty collections of each test file. A process that is killed loses nothing there either.
 */
export function testDataRoot(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY : tmpdir();
}

/**
 * A new temporary data folder for engines. Lock it immediately, before another test run takes it for
 * abandoned.
 */
export function makeTestDataDir(): string {
  return mkdtempSync(join(testDataRoot(), TEST_FOLDER_PREFIX));
}

/** The temporary data folder of the test run, for what its test files share. */
export function testRunFolder(): string {
  const folder = process.env.ASSAY_TEST_FOLDER;
  if (!folder) throw new Error('ASSAY_TEST_FOLDER is not set: the global setup of jest sets it');
  return folder;
}
