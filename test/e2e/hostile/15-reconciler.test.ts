import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type mongo } from 'mongoose';
import { Engines, LockedDataDir } from '../../../packages/engines';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';
import { TemporalLink } from './support/temporal-link';

const OPEN_EXPERIMENTS = atScale(200, 1000);
const HANG_MS = atScale(60_000, 600_000);
const WINDOW_MS = 20_000;
/** The calls of a reconciler to Temporal. Idle workers poll with other methods. */
const METHODS = ['ListWorkflowExecutions', 'DescribeWorkflowExecution', 'StartWorkflowExecution'];

const dataDir = mkdtempSync(join(tmpdir(), 'assay-attack-engines-'));
let held: LockedDataDir;
let engines: Engines;
let link: TemporalLink;
let service: ServiceUnderAttack;

beforeAll(async () => {
  const { MONGODB_URI: _mongodb, TEMPORAL_ADDRESS: _temporal, ...env } = process.env;
  const log = () => undefined;
  held = await LockedDataDir.take(dataDir, log);
  engines = new Engines({ env, dataDir: held, log, signal: new AbortController().signal });
  const { mongodbUri, temporalAddress } = await engines.start();
  link = await TemporalLink.to(temporalAddress);
  service = await ServiceUnderAttack.startWithEngines({
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: link.address,
  });
  await service.connectToDatabase();
});

afterAll(async () => {
  await service?.stop();
  link?.close();
  await engines?.stop();
  held?.release();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The stored form of a tenant's experiment, as the service wrote it. */
async function storedExperiment(tenant: Tenant): Promise<mongo.WithId<{ _id: string }>> {
  const imported = await service.send(tenant, 'POST', '/v1/conversations', { body: makeConversation() });
  const { status, body } = await service.send(tenant, 'POST', '/v1/experiments', {
    body: {
      name: 'Model',
      model: 'embedded/extractive',
      pass_through: true,
      conversation_ids: [imported.body.id],
    },
  });
  expect(status).toBe(201);
  const found = await experiments().findOne({ _id: body.id });
  if (found === null) throw new Error('the experiment was not stored');
  return found;
}

const experiments = () => mongoose.connection.collection<{ _id: string }>('experiments');

/** Stores copies in the state of experiments that were not started, or have lost their workflow. */
async function storeOpen(template: object, count: number, status: 'pending' | 'running'): Promise<void> {
  const requestedAt = new Date(Date.now() - 60_000);
  await experiments().insertMany(
    Array.from({ length: count }, () => ({
      ...template,
      _id: randomUUID(),
      status,
      requestedAt,
      completedAt: null,
      tally: null,
    })),
  );
}

const countOpen = (workspaceId?: string) =>
  experiments().countDocuments({
    status: { $in: ['pending', 'running'] },
    ...(workspaceId === undefined ? {} : { workspaceId }),
  } as mongo.Filter<{ _id: string }>);

/** Documents that MongoDB has read for any query since it started. */
async function documentsRead(): Promise<number> {
  const { metrics } = await mongoose.connection.getClient().db().admin().serverStatus();
  return Number(metrics.queryExecutor.scannedObjects);
}

it('does the same bounded work while Temporal hangs, and reconciles everything afterwards', async () => {
  const hostile = await service.createTenant('hostile');
  const other = await service.createTenant('other');
  const [ofHostile, ofOther] = [await storedExperiment(hostile), await storedExperiment(other)];
  await eventually(async () => (await countOpen()) === 0);

  link.fallSilent();
  await storeOpen(ofHostile, OPEN_EXPERIMENTS / 2, 'running');
  await storeOpen(ofHostile, OPEN_EXPERIMENTS / 2, 'pending');
  await storeOpen(ofOther, 1, 'pending');
  const end = Date.now() + HANG_MS;
  let maxInFlight = 0;
  const callsByWindow: number[] = [];
  const readsByWindow: number[] = [];
  while (Date.now() < end) {
    const [calls, reads] = [link.calls.length, await documentsRead()];
    for (const windowEnd = Date.now() + WINDOW_MS; Date.now() < windowEnd; await sleep(200)) {
      maxInFlight = Math.max(maxInFlight, link.inFlight(METHODS));
    }
    callsByWindow.push(link.calls.slice(calls).filter(({ method }) => METHODS.includes(method)).length);
    readsByWindow.push((await documentsRead()) - reads);
  }

  link.speak();
  const backAt = Date.now();
  await eventually(async () => (await countOpen(other.workspaceId)) === 0);
  const otherMs = Date.now() - backAt;
  await eventually(async () => (await countOpen()) === 0, 240_000);
  const allMs = Date.now() - backAt;

  expectFigures('15', [
    { name: 'calls of the reconcilers in flight while Temporal hangs', measured: maxInFlight, max: 1 },
    { name: 'calls in any 20 s of that', measured: Math.max(...callsByWindow), max: 5 },
    { name: 'calls in the last 20 s', measured: callsByWindow.at(-1) ?? 0, min: 1 },
    {
      name: 'documents read in any 20 s of that, one hundred at most a pass',
      measured: Math.max(...readsByWindow),
      max: 500,
    },
    { name: "start of another tenant's orphan after the hang", measured: otherMs, unit: 'ms', max: 60_000 },
    { name: 'end of all open experiments after the hang', measured: allMs, unit: 'ms', max: 180_000 },
  ]);
});
