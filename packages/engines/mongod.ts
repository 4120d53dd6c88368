import { mkdirSync, statfsSync } from 'node:fs';
import os from 'node:os';
import { mongo } from 'mongoose';
import { pollUntil } from './poll';
import { spawnEngine } from './spawn-logged';
import type { ProcessSpec } from './supervised-process';

const REPLICA_SET = 'rs0';
/** With less, mongod cannot write its journal, whose files have 100 MiB, and ends. */
const MIN_FREE_BYTES = 200 * 1024 ** 2;
// Server error codes of replSetGetStatus: the set was not initiated, or its stored configuration has another
// port.
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

export interface MongodOptions {
  binary: string;
  dbPath: string;
  port: number;
  logPath: string;
}

/** The URI of a database on a mongod started here. */
export function mongodUri(port: number, database: string): string {
  return `mongodb://127.0.0.1:${port}/${database}?replicaSet=${REPLICA_SET}`;
}

/**
 * mongod on the loopback address as the only member of replica set `rs0`; ready when it is primary. Accepts
 * data created on another port.
 */
export function mongodProcess({ binary, dbPath, port, logPath }: MongodOptions): ProcessSpec {
  const address = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
  const storage = ['--dbpath', dbPath, '--storageEngine', 'wiredTiger'];
  return {
    name: 'mongod',
    logPath,
    readyLimitMs: 60_000,
    stopLimitMs: 30_000,
    spawn: () => {
      mkdirSync(dbPath, { recursive: true });
      return spawnEngine(binary, ['--replSet', REPLICA_SET, '--quiet', ...address, ...storage], logPath);
    },
    ready: (_child, signal) => pollUntil(() => isPrimary(port), signal),
    findReason: () => {
      const { bavail, bsize } = statfsSync(dbPath);
      return bavail * bsize < MIN_FREE_BYTES ? `the disk of ${dbPath} is full` : null;
    },
  };
}

async function isPrimary(port: number): Promise<boolean> {
  // A new client per try: a client whose first connection failed stays closed.
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, {
    directConnection: true,
    serverSelectionTimeoutMS: 1_000,
    runtimeAdapters: { os }, // the driver would import it dynamically, which Jest rejects
  });
  try {
    const admin = client.db('admin');
    await configure(admin, `127.0.0.1:${port}`);
    const hello = await admin.command({ hello: 1 });
    return hello.isWritablePrimary === true;
  } finally {
    await client.close();
  }
}

/** Initiates the replica set, or changes its host when its data were created on another port. */
async function configure(admin: mongo.Db, host: string): Promise<void> {
  try {
    await admin.command({ replSetGetStatus: 1 });
  } catch (error) {
    const code = error instanceof mongo.MongoServerError ? error.code : undefined;
    if (code === NOT_YET_INITIALIZED) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
    } else if (code === INVALID_REPLICA_SET_CONFIG) {
      const { config } = await admin.command({ replSetGetConfig: 1 });
      const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
      await admin.command({ replSetReconfig: moved, force: true });
    } else {
      throw error;
    }
  }
}
