import { randomUUID } from 'node:crypto';
import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
beforeAll(() => api.startWorker(), 60_000);

async function createExperiment(name: string, conversationIds: string[]): Promise<string> {
  const response = await api.post('/v1/experiments', {
    name,
    model: 'as recorded',
    pass_through: true,
    conversation_ids: conversationIds,
  });
  expect(response).toMatchObject({ status: 201 });
  return response.body.id;
}

const call = (experiment_id: string, options: object = {}) =>
  contract.call('listComparableExperiments', { params: { experiment_id }, ...options });

describe('GET /v1/experiments/{experiment_id}/comparable-experiments', () => {
  it('lists the other experiments that share conversations, newest first, with their number', async () => {
    const [a, b, c, d] = (await importConversations(api, 4)) as [string, string, string, string];
    const own = await createExperiment('own', [a, b, c]);
    const ofTwo = await createExperiment('of two', [c, d, a]);
    await createExperiment('of none', [d]);
    const ofOne = await createExperiment('of one', [b]);
    await eventually(async () => (await api.get(`/v1/experiments/${ofOne}`)).body.completed_at !== null);

    const { status, body } = await call(own);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [
        {
          id: ofOne,
          name: 'of one',
          model: 'as recorded',
          status: 'completed',
          pass_through: true,
          issue_rate: 1,
          shared_conversations_count: 1,
        },
        { id: ofTwo, shared_conversations_count: 2 },
      ],
      has_more: false,
      next_page_cursor: null,
    });
  });

  it('examines a bounded number of experiments for a page, which may be empty although more follow', async () => {
    const [shared, other] = (await importConversations(api, 2)) as [string, string];
    const own = await createExperiment('own', [shared]);
    const twin = await createExperiment('twin', [shared]);
    for (let index = 0; index < 50; index += 1) await createExperiment(`other ${index}`, [other]);

    const first = await call(own);
    const second = await call(own, { query: { cursor: first.body.next_page_cursor } });

    expect(first.body).toMatchObject({ items: [], has_more: true });
    expect(second.body.items).toMatchObject([{ id: twin }]);
    const foreign = await call(twin, { query: { cursor: first.body.next_page_cursor } });
    expect(foreign).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
  }, 120_000);

  it('responds the same 404 for an experiment of another workspace and an unknown one', async () => {
    const id = await createExperiment('own', await importConversations(api, 1));
    const missing = {
      status: 404,
      body: { detail: [{ loc: ['path', 'experiment_id'], msg: 'Experiment not found', type: 'not_found' }] },
    };

    expect(await call(randomUUID())).toMatchObject(missing);
    expect(await call(id, { workspaceId: await makeWorkspace(api) })).toMatchObject(missing);
  });

  it.each([
    [{ cursor: 'forged' }, 'cursor', 'cursor_invalid'],
    [{ limit: 5 }, 'limit', 'extra_forbidden'],
  ])('rejects %j', async (query, name, type) => {
    const id = await createExperiment('own', await importConversations(api, 1));

    expect(await call(id, { query })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', name], type }] },
    });
  });
});
