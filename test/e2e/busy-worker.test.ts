import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useApi } from '../support/use-api';

const SLOTS = 2;
/** The share of one workspace; the rest stays free for others. */
const SHARE = SLOTS / 2;

const models = new ModelServer();
const api = useApi({ models, environment: { WORKER_CONCURRENCY: String(SLOTS) } });
beforeAll(() => api.startWorker(), 60_000);

async function createExperiment(items: number): Promise<string> {
  const { body } = await api.post('/v1/experiments', {
    name: 'Waits for its model',
    model: 'hangs',
    conversation_ids: await importConversations(api, items),
  });
  return body.id;
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
  }, 60_000);
});
