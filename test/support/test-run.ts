import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** What the global setup leaves to the global teardown; jest runs both in one process. */
export type TestRun = typeof globalThis & { assayTestRun?: { stop(): Promise<void> } };

/** Names a temporary data folder of tests: the next run cleans up those that nobody holds any more. */
export const TEST_FOLDER_PREFIX = `assay-test-${userInfo().username}-`;

/** A new temporary data folder for engines. Take it at once, before it looks abandoned to another test run. */
export function makeTestDataDir(): string {
  return mkdtempSync(join(tmpdir(), TEST_FOLDER_PREFIX));
}
