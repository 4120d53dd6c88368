import { randomInt } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engines } from '../../src/platform/engines/engines';
import { LockedDataDir, lockPath } from '../../src/platform/engines/locked-data-dir';
import { findLockHolder } from '../../src/platform/engines/process-lock';
import { makeTestDataDir, TEST_FOLDER_PREFIX, type TestRun, testDataRoot } from './test-run';

/** Younger folders without a lock may belong to a test run that is about to lock them. */
const ABANDONED_AFTER_MS = 60_000;

/** fast-check takes seeds of 32 bits. */
const MAX_SEED = 2 ** 31;

const log = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Starts the engines once for all test files, on a temporary data folder, and passes their addresses to the
 * tests.
 */
async function globalSetup(): Promise<void> {
  drawSeed();
  await removeAbandonedRuns();
  const stopAsked = new AbortController();
  const dataDir = await LockedDataDir.take(makeTestDataDir(), log);
  const engines = new Engines({ env: process.env, dataDir, log, signal: stopAsked.signal });
  const stop = async () => {
    stopAsked.abort();
    await engines.stop();
    dataDir.release();
    rmSync(dataDir.path, { recursive: true, force: true });
  };
  (globalThis as TestRun).assayTestRun = { stop };
  stopWhenInterrupted(stop);
  try {
    const { mongodbUri, temporalAddress } = await engines.start();
    process.env.ASSAY_TEST_FOLDER = dataDir.path;
    process.env.ASSAY_TEST_MONGODB_URI = mongodbUri;
    process.env.ASSAY_TEST_TEMPORAL_ADDRESS = temporalAddress;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One seed for all files of the run, in the form that repeats it. */
function drawSeed(): void {
  if (process.env.FC_SEED !== 'random') return;
  process.env.FC_SEED = String(randomInt(MAX_SEED));
  log(`FC_SEED=${process.env.FC_SEED}`);
}

/** Jest does not call the teardown when it is interrupted, and Ctrl-C does not reach the engines. */
function stopWhenInterrupted(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.kill(process.pid, signal)));
  }
}

function listRunFolders(): string[] {
  return [...new Set([tmpdir(), testDataRoot()])].flatMap((root) =>
    readdirSync(root)
      .filter((entry) => entry.startsWith(TEST_FOLDER_PREFIX))
      .map((entry) => join(root, entry)),
  );
}

/** Terminates the engines of killed test runs, and removes their folders. */
async function removeAbandonedRuns(): Promise<void> {
  for (const folder of listRunFolders()) {
    if (findLockHolder(lockPath(folder)) !== null) continue;
    try {
      if (Date.now() - statSync(folder).mtimeMs < ABANDONED_AFTER_MS) continue;
      (await LockedDataDir.take(folder, log)).release();
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      log(
        `${folder} is left for another test run to remove: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}

export = globalSetup;
