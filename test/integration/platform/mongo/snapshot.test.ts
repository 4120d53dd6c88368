import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import {
  LockedDataDir,
  mongodProcess,
  mongodUri,
  ProcessGroup,
  resolveEngine,
  spawnEngine,
} from '../../../../packages/engines';
import { connectMongo, disconnectMongo } from '../../../../src/platform/mongo/connection';
import { withSnapshot } from '../../../../src/platform/mongo/snapshot';
import { withinTimeLimit } from '../../../../src/platform/mongo/time-limit';
import { eventually } from '../../../support/eventually';
import { makeTestDataDir } from '../../../support/test-run';

const log = () => undefined;
const { signal } = new AbortController();
const documents = () => mongoose.connection.collection<{ _id: string }>('documents');

let dataDir: LockedDataDir;
let group: ProcessGroup;

/** Starts a mongod with fail points, which affect all of its clients, and returns its URI. */
async function startMongod(): Promise<string> {
  const { MONGODB_URI: _uri, ...env } = process.env;
  const engine = await resolveEngine('mongod', { env, log });
  if (engine.kind === 'external') throw new Error('A server that runs elsewhere has no fail points');
  const { path: binary } = engine;
  const port = await dataDir.portFor('mongod');
  const dbPath = join(dataDir.path, 'mongodb');
  const logPath = join(dataDir.path, 'mongod.log');
  mkdirSync(dbPath);
  const address = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
  const options = ['--replSet', 'rs0', '--dbpath', dbPath, '--setParameter', 'enableTestCommands=1'];
  await group.start({
    ...mongodProcess({ binary, dbPath, port, logPath }),
    spawn: () => spawnEngine(binary, [...options, ...address], logPath),
  });
  return mongodUri(port, 'test');
}

beforeAll(async () => {
  dataDir = await LockedDataDir.take(makeTestDataDir(), log);
  group = new ProcessGroup({ log, onSpawn: (name, pid) => dataDir.notePid(name, pid) });
  await connectMongo(await startMongod(), { appName: 'assay-test', serverSelectionTimeoutMs: 20_000 });
  await documents().insertOne({ _id: 'first' });
});

afterAll(async () => {
  await disconnectMongo();
  await group.stop();
  dataDir.release();
  rmSync(dataDir.path, { recursive: true, force: true });
});

async function setFailPoint(name: string, mode: 'alwaysOn' | 'off'): Promise<void> {
  await mongoose.connection.getClient().db('admin').command({ configureFailPoint: name, mode });
}

/** The ids of all documents in one snapshot. */
function readSnapshot(limitMs: number): Promise<string[]> {
  return withinTimeLimit(limitMs, signal, (limit) =>
    withSnapshot(async (session) => {
      const found = await documents()
        .find({}, { session, ...limit.forOperation() })
        .toArray();
      return found.map(({ _id }) => _id);
    }, limit),
  );
}

it.each([
  ['the majority has not committed', 'disableSnapshotting'],
  ['the primary has not added to its applied operations', 'hangBeforeLogOpAdvancesLastApplied'],
])('a snapshot waits for a write that another read has seen, and %s', async (_case, failPoint) => {
  await setFailPoint(failPoint, 'alwaysOn');
  const write = documents().insertOne({ _id: failPoint });
  try {
    await eventually(() => documents().findOne({ _id: failPoint }));

    await expect(readSnapshot(1000)).rejects.toMatchObject({ code: 'query_timeout' });
  } finally {
    await setFailPoint(failPoint, 'off');
    // The fail points skip steps that the next write takes again.
    await documents().insertOne({ _id: `after ${failPoint}` });
    await write;
  }
  expect(await readSnapshot(20_000)).toContain(failPoint);
});
