import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engines, findLockHolder, LockedDataDir, lockPath } from '../../packages/engines';
import { makeTestDataDir, TEST_FOLDER_PREFIX, type TestRun, testDataRoot } from './test-run';

/** Younger folders without a lock may belong to a test run that is about to lock them. */
const ABANDONED_AFTER_MS = 60_000;

const log = (line: string) => process.stderr.write(`${line}\n`);

type EngineName = 'mongod' | 'temporal';

/** Engines on a temporary data folder. */
class TestEngines {
  private readonly stopping = new AbortController();
  private readonly engines: Engines;
  private readonly started = new Set<EngineName>();

  constructor(private readonly dataDir: LockedDataDir) {
    this.engines = new Engines({ env: process.env, dataDir, log, signal: this.stopping.signal });
  }

  async start(name: EngineName): Promise<void> {
    if (this.started.has(name)) return;
    this.started.add(name);
    if (name === 'mongod') process.env.ASSAY_TEST_MONGODB_URI = await this.engines.startMongod();
    else process.env.ASSAY_TEST_TEMPORAL_ADDRESS = (await this.engines.startTemporal()).temporalAddress;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.engines.stop();
    this.dataDir.release();
    rmSync(this.dataDir.path, { recursive: true, force: true });
  }
}

/** Jest calls the global setup of each of its projects in one process. */
let testEngines: TestEngines | null = null;

/** Starts those engines that do not run yet once for all test files, and passes their addresses to the tests. */
export async function startTestEngines(...names: EngineName[]): Promise<void> {
  testEngines ??= await createTestEngines();
  try {
    for (const name of names) await testEngines.start(name);
  } catch (error) {
    await testEngines.stop();
    throw error;
  }
}

async function createTestEngines(): Promise<TestEngines> {
  await removeAbandonedRuns();
  const dataDir = await LockedDataDir.take(makeTestDataDir(), log);
  const engines = new TestEngines(dataDir);
  process.env.ASSAY_TEST_FOLDER = dataDir.path;
  (globalThis as TestRun).assayTestRun = engines;
  // Jest does not call the teardown when it is interrupted, and Ctrl-C does not reach the engines.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void engines.stop().finally(() => process.kill(process.pid, signal)));
  }
  return engines;
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
