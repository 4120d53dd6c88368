import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { countLiveWorkers } from '../../src/platform/temporal/live-workers';
import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { enterFreshWorkspace } from '../support/optimization-runs';
import { useApi } from '../support/use-api';

const SLOTS = 2;
/** The share of one workspace; the rest stays free for others. */
const SHARE = SLOTS / 2;

const models = new ModelServer();
const api = useApi({ models, environment: { WORKER_CONCURRENCY: String(SLOTS) } });
const program = join(__dirname, '../../dist/src/worker.js');
beforeAll(() => api.startWorker());
afterEach(() => models.reset());

async function createExperiment(items: number, model = 'hangs'): Promise<string> {
  const { body } = await api.post('/v1/experiments', {
    name: `Calls ${model}`,
    model,
    conversation_ids: await importConversations(api, items),
  });
  return body.id;
}

/** Runs another worker until two are counted, kills it, and waits until it no longer counts. */
async function killAnotherWorker(): Promise<void> {
  const { mongodbUri, temporal } = api.config;
  const worker = fork(program, {
    execArgv: [],
    stdio: 'ignore',
    env: {
      ...process.env,
      MONGODB_URI: mongodbUri,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_TASK_QUEUE: temporal.taskQueue,
      WORKER_CONCURRENCY: String(SLOTS),
      LOG_LEVEL: 'silent',
    },
  });
  try {
    await eventually(async () => (await countLiveWorkers(temporal.taskQueue)) === 2);
  } finally {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  await eventually(async () => (await countLiveWorkers(temporal.taskQueue)) === 1, 5000);
}

async function read(id: string) {
  return (await api.get(`/v1/experiments/${id}`)).body;
}

async function cancel(id: string): Promise<void> {
  expect((await api.post(`/v1/experiments/${id}/cancel`)).status).toBe(200);
}

describe('a worker with a workspace that uses its whole share of slots', () => {
  it('begins and closes another experiment of the workspace', async () => {
    models.on('hangs', { kind: 'never' });
    const slow = await createExperiment(SLOTS + 3);
    await eventually(async () => models.requestsFor('hangs').length === SHARE);

    const other = await createExperiment(2);
    await eventually(async () => (await read(other)).status === 'running');
    await cancel(other);
    const cancelled = await eventually(async () => {
      const experiment = await read(other);
      return experiment.completed_at === null ? null : experiment;
    });

    expect(cancelled).toMatchObject({ status: 'cancelled', status_summary: { failed: 2, total: 2 } });
    expect(await read(slow)).toMatchObject({ status: 'running', status_summary: { generating: SHARE } });
    expect(models.requestsFor('hangs')).toHaveLength(SHARE);
    await cancel(slow);
  });
});

describe('a worker next to which another one was killed', () => {
  it('keeps slots free for other workspaces from five seconds later', async () => {
    models.on('hangs', { kind: 'never' });
    await killAnotherWorker();

    const slow = await createExperiment(SLOTS + 3);
    await eventually(async () => models.requestsFor('hangs').length > 0);
    const slowWorkspace = api.workspaceId;
    await enterFreshWorkspace(api);
    const other = await createExperiment(5, 'replies');
    await eventually(async () => (await read(other)).status === 'completed');

    expect(models.requestsFor('hangs')).toHaveLength(SHARE);
    api.workspaceId = slowWorkspace;
    await cancel(slow);
  });
});
