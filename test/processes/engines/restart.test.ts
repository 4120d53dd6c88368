import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import { Client, Connection } from '@temporalio/client';
import { mongo } from 'mongoose';
import { type EngineAddresses, Engines, LockedDataDir, pollUntil } from '../../../packages/engines';
import { makeTestDataDir } from '../../support/test-run';

const { MONGODB_URI: _uri, TEMPORAL_ADDRESS: _address, ...env } = process.env;
const log = () => undefined;

let root: string;
let dataDir: LockedDataDir;
let engines: Engines;
let addresses: EngineAddresses;

async function start(): Promise<void> {
  dataDir = await LockedDataDir.take(root, log);
  engines = new Engines({ env, dataDir, log, signal: new AbortController().signal });
  addresses = await engines.start();
}

async function stop(): Promise<void> {
  await engines.stop();
  dataDir.release();
}

beforeAll(async () => {
  root = makeTestDataDir();
  await start();
});

afterAll(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

async function withNotes<T>(use: (notes: mongo.Collection) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(addresses.mongodbUri, {
    serverSelectionTimeoutMS: 30_000,
    runtimeAdapters: { os },
  });
  try {
    return await use(client.db().collection('notes'));
  } finally {
    await client.close();
  }
}

async function withTemporal<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: addresses.temporalAddress, connectTimeout: 5_000 });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

async function killAndAwaitReturn(name: 'mongod' | 'temporal'): Promise<void> {
  const killed = engines.pidOf(name);
  process.kill(killed ?? 0, 'SIGKILL');
  await pollUntil(async () => engines.pidOf(name) !== killed, AbortSignal.timeout(30_000));
}

it('brings mongod back on the same port with its data after kill -9', async () => {
  await withNotes((notes) => notes.insertOne({ text: 'kept' }, { writeConcern: { w: 1, journal: true } }));

  await killAndAwaitReturn('mongod');

  expect(await withNotes((notes) => notes.countDocuments({ text: 'kept' }))).toBe(1);
});

it('brings Temporal back on the same port with its workflows after kill -9', async () => {
  const start = (client: Client) =>
    client.workflow.start('nobody', { workflowId: 'kept', taskQueue: 'nobody' });
  const { firstExecutionRunId } = await withTemporal(start);

  await killAndAwaitReturn('temporal');

  let runId = '';
  await pollUntil(async () => {
    runId = (await withTemporal((client) => client.workflow.getHandle('kept').describe())).runId;
    return true;
  }, AbortSignal.timeout(60_000));
  expect(runId).toBe(firstExecutionRunId);
});

it('serves the data on another port when the old one is taken at the next start', async () => {
  await withNotes((notes) => notes.insertOne({ text: 'moved' }));
  await stop();
  const oldPort = Number(new URL(addresses.mongodbUri).port);
  const squatter = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => squatter.listen(oldPort, '127.0.0.1', resolve));

  await start();
  squatter.close();

  expect(Number(new URL(addresses.mongodbUri).port)).not.toBe(oldPort);
  expect(await withNotes((notes) => notes.countDocuments({ text: 'moved' }))).toBe(1);
});
