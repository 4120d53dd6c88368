import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockedDataDir, mongodProcess, mongodUri, ProcessGroup, resolveEngine } from '../../packages/engines';
import { connectMongo, createIndexes, disconnectMongo } from '../../src/platform/mongo/connection';

export interface BenchMongod {
  stop(): Promise<void>;
}

/** A separate mongod on an empty folder, with mongoose connected to it and all indexes created. */
export async function startBenchMongod(
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<BenchMongod> {
  const dataDir = await LockedDataDir.take(mkdtempSync(join(tmpdir(), 'assay-bench-')), log);
  const group = new ProcessGroup({ log, onSpawn: (name, pid) => dataDir.notePid(name, pid) });
  const stop = async () => {
    await disconnectMongo();
    await group.stop();
    dataDir.release();
    rmSync(dataDir.path, { recursive: true, force: true });
  };
  try {
    const env = { ...process.env, MONGODB_URI: '' }; // never an existing database
    const engine = await resolveEngine('mongod', { env, log, signal });
    if (engine.kind === 'external') throw new Error('The benchmark starts its own mongod');
    const port = await dataDir.portFor('mongod');
    const dbPath = join(dataDir.path, 'mongodb');
    const logPath = join(dataDir.path, 'logs', 'mongod.log');
    await group.start(mongodProcess({ binary: engine.path, dbPath, port, logPath }));
    await connectMongo(mongodUri(port, 'assay'), {
      appName: 'assay-bench',
      serverSelectionTimeoutMs: 30_000,
    });
    await createIndexes();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
