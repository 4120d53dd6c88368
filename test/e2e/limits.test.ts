import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { recordSpend } from '../../src/access/limits/spend.repository';
import { IdempotencyModel } from '../../src/platform/idempotency/idempotency.model';
import type { ApiResponse } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { runRequest } from '../support/optimization-runs';
import { makeMember, makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const models = new ModelServer();
const api = useApi({
  models,
  environment: {
    LIMIT_BYTES_PER_DAY: '20000',
    LIMIT_CONVERSATIONS: '3',
    LIMIT_OPEN_EXPERIMENTS: '2',
    LIMIT_SPEND_CENTS_PER_MONTH: '100',
  },
});
const contract = useContract(api);

const refusal = ({ status, headers, body }: ApiResponse) => ({
  status,
  type: body.detail?.[0].type,
  limit: body.detail?.[0].ctx.limit,
  retryAfter: Number(headers.get('retry-after')) > 0,
});
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const reached = (limit: string) => ({ status: 429, type: 'limit_reached', limit, retryAfter: true });
const usage = async (id = api.workspaceId) =>
  (await contract.call('getWorkspaceUsage', { params: { id }, workspaceId: null })).body.items;

beforeEach(async () => {
  api.workspaceId = await makeWorkspace(api, randomUUID());
});

it('rejects conversations above the limit, until some are deleted', async () => {
  const [first] = await importConversations(api, 3);

  const refused = await eventually(async () => {
    const response = await api.post('/v1/conversations', makeConversation());
    return response.status === 201 ? null : response;
  });
  expect(refusal(refused)).toEqual(reached('conversations'));
  expect(await usage()).toContainEqual({
    limit: 'conversations',
    used: expect.any(Number),
    max: 3,
    resets_at: null,
  });

  const { body } = await api.get('/v1/conversations');
  for (const { id } of body.items) await api.delete(`/v1/conversations/${id}`);
  expect(first).toBeDefined();
  await eventually(async () => (await api.post('/v1/conversations', makeConversation())).status === 201);
});

it('rejects bytes above the daily limit', async () => {
  const text = 'word '.repeat(4500);
  const body = {
    messages: [
      { role: 'user', content: text },
      { role: 'assistant', content: 'Yes.' },
    ],
    store_conversation: false,
  };
  expect((await api.post('/v1/detect-hallucinations', body)).status).toBe(200);

  const refused = await eventually(async () => {
    const response = await api.post('/v1/detect-hallucinations', body);
    return response.status === 200 ? null : response;
  });

  expect(refusal(refused)).toEqual(reached('bytes_per_day'));
  const used = (await usage()).find(({ limit }: { limit: string }) => limit === 'bytes_per_day');
  expect(used).toMatchObject({ max: 20_000, resets_at: expect.stringMatching(/T00:00:00.000Z$/) });
  expect(used?.used).toBeGreaterThan(20_000);
});

it.each([
  ['a detection', '/v1/detect-hallucinations', 'application/json'],
  ['an import', '/v1/conversations', 'application/x-ndjson'],
  ['an export of spans', '/v1/traces', 'application/json'],
])('counts the bytes of %s after decompression', async (_what, path, type) => {
  const text = 'word '.repeat(6000);
  const body = path.endsWith('traces')
    ? { resourceSpans: [{ resource: { attributes: [{ key: 'note', value: { stringValue: text } }] } }] }
    : {
        messages: [
          { role: 'user', content: text },
          { role: 'assistant', content: 'Yes.' },
        ],
      };
  const raw = gzipSync(JSON.stringify(body));
  const headers = { 'content-type': type, 'content-encoding': 'gzip' };

  const { status } = await api.request('POST', path, { raw, headers });

  expect(status).toBeLessThan(300);
  expect(raw.length).toBeLessThan(1000);
  await eventually(async () => {
    const used = (await usage()).find(({ limit }: { limit: string }) => limit === 'bytes_per_day');
    return used !== undefined && used.used > 30_000;
  });
});

it('rejects open experiments above the limit', async () => {
  const conversation_ids = await importConversations(api, 1);
  const create = () => api.post('/v1/experiments', { name: 'Open', model: 'slow', conversation_ids });
  const opened = [await create(), await create()];

  const refused = [await create(), await api.post('/v1/optimization-runs', runRequest(conversation_ids))];

  expect(opened.map(({ status }) => status)).toEqual([201, 201]);
  expect(refused.map(refusal)).toEqual([reached('open_experiments'), reached('open_experiments')]);
});

it.each([
  ['experiments', { name: 'Open', model: 'slow' }, 'open_experiments'],
  ['optimization-runs', runRequest([]), 'open_optimization_runs'],
])(
  'opens exactly as many %s as the limit, however many are created at the same time',
  async (path, request, name) => {
    const conversation_ids = await importConversations(api, 1);
    const create = () => api.post(`/v1/${path}`, { ...request, conversation_ids });

    const responses = await Promise.all(Array.from({ length: 12 }, create));

    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual(Array.from({ length: 10 }, () => reached(name)));
    const used = (await usage()).find(({ limit }: { limit: string }) => limit === name);
    expect(used).toMatchObject({ used: 2, max: 2 });
  },
);

it.each([
  ['experiments', { name: 'Open', model: 'slow' }],
  ['optimization-runs', runRequest([])],
])('responds to a repeated creation of %s at the limit with what it created', async (path, request) => {
  const conversation_ids = await importConversations(api, 1);
  const create = (key = randomUUID()) => {
    const headers = { 'idempotency-key': key };
    return api.post(`/v1/${path}`, { ...request, conversation_ids }, { headers });
  };
  const key = randomUUID();
  const first = await create(key);
  await create();
  // The api ended before it stored its response.
  const unanswered = { answer: null, lockedUntil: new Date(0) };
  await IdempotencyModel.updateOne({ resourceId: idOf(first) }, { $set: unanswered });

  const [repeated, another] = [await create(key), await create()];

  expect([repeated.status, idOf(repeated)]).toEqual([201, idOf(first)]);
  expect(another.status).toBe(429);
});

it('rejects calls above the monthly spend limit, and counts each reply and evaluation once', async () => {
  const conversation_ids = await importConversations(api, 1);
  const costs = [{ id: randomUUID(), workspaceId: api.workspaceId, costCents: 60 }];
  await recordSpend(costs);
  await recordSpend(costs);
  const create = () => api.post('/v1/experiments', { name: 'Paid', model: 'slow', conversation_ids });
  const judge = { name: 'judge', kind: 'llm_judge', config: { model: 'judge' } };
  const { body: evaluator } = await api.post('/v1/evaluators', judge);
  expect((await create()).status).toBe(201);

  await recordSpend([{ id: randomUUID(), workspaceId: api.workspaceId, costCents: 40 }]);

  const detection = {
    messages: [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
    ],
    store_conversation: false,
  };
  const judged = await eventually(async () => {
    const response = await api.post('/v1/detect-hallucinations', {
      ...detection,
      config: { evaluator_id: evaluator.id },
    });
    return response.status === 429 && response;
  });
  const refused = await create();
  const free = await api.post('/v1/detect-hallucinations', detection);
  expect([refused, judged].map(refusal)).toEqual([
    reached('spend_cents_per_month'),
    reached('spend_cents_per_month'),
  ]);
  expect(free.status).toBe(200);
  expect(await usage()).toContainEqual({
    limit: 'spend_cents_per_month',
    used: 100,
    max: 100,
    resets_at: expect.stringMatching(/-01T00:00:00.000Z$/),
  });
});

/** Spends the monthly limit of the workspace, and waits until the spend is recorded. */
async function exhaustSpend(): Promise<void> {
  await recordSpend([{ id: randomUUID(), workspaceId: api.workspaceId, costCents: 100 }]);
  const request = { name: 'Paid', model: 'slow', conversation_ids: [randomUUID()] };
  await eventually(async () => (await api.post('/v1/experiments', request)).status === 429);
}

it('accepts free experiments after the spend limit is reached', async () => {
  const conversation_ids = await importConversations(api, 1);
  const judge = { name: 'judge', kind: 'llm_judge', config: { model: 'judge' } };
  const { body: evaluator } = await api.post('/v1/evaluators', judge);
  await exhaustSpend();
  const create = (request: object) =>
    api.post('/v1/experiments', { name: 'Any', model: 'slow', conversation_ids, ...request });

  const refused = [
    await create({}),
    await create({ pass_through: true, evaluator_id: evaluator.id }),
    await create({ model: 'embedded/extractive', evaluator_id: evaluator.id }),
    await api.post('/v1/optimization-runs', runRequest(conversation_ids, { model: 'embedded/extractive' })),
  ];
  const free = [await create({ pass_through: true }), await create({ model: 'embedded/extractive' })];
  const beyond = await create({ pass_through: true });

  expect(refused.map(refusal)).toEqual(refused.map(() => reached('spend_cents_per_month')));
  expect(free.map(({ status }) => status)).toEqual([201, 201]);
  expect(refusal(beyond)).toEqual(reached('open_experiments'));
});

describe('a retry of an experiment', () => {
  const retry = (id: string) =>
    contract.call('retryExperiment', { params: { experiment_id: id }, body: undefined });
  const open = async () => {
    const conversation_ids = await importConversations(api, 1);
    return (await api.post('/v1/experiments', { name: 'Open', model: 'slow', conversation_ids })).status;
  };

  /** Executes experiments in the workspace; the only item of each fails. */
  async function runFailing(requests: object[]): Promise<string[]> {
    models.on('failing', { kind: 'status', status: 400 });
    const messages = [{ role: 'user', content: 'When did it open?' }];
    const { body: conversation } = await api.post('/v1/conversations', makeConversation({ messages }));
    await api.startWorker();
    const ids: string[] = [];
    for (const request of requests) {
      const { body } = await api.post('/v1/experiments', {
        name: 'Failing',
        model: 'failing',
        conversation_ids: [conversation.id],
        ...request,
      });
      ids.push(body.id);
    }
    for (const id of ids) {
      const { body } = await eventually(async () => {
        const read = await api.get(`/v1/experiments/${id}`);
        return read.body.completed_at !== null && read;
      });
      expect(body.status_summary).toMatchObject({ failed: 1, total: 1 });
    }
    await api.stopWorker();
    return ids;
  }

  it('is rejected while the limit of open experiments is reached, and changes nothing', async () => {
    const [id = ''] = await runFailing([{}]);
    expect([await open(), await open()]).toEqual([201, 201]);

    const refused = await retry(id);

    expect(refusal(refused)).toEqual(reached('open_experiments'));
    expect(refused.body.detail[0].ctx).toEqual({ limit: 'open_experiments', used: 2, max: 2 });
    expect((await api.get(`/v1/experiments/${id}`)).body).toMatchObject({
      status: 'failed',
      status_summary: { failed: 1, pending: 0 },
    });
  });

  it('is rejected after the spend limit is reached, unless it is free', async () => {
    const [paid = '', free = ''] = await runFailing([{}, { pass_through: true }]);
    await exhaustSpend();

    const refused = await retry(paid);
    const retried = await retry(free);

    expect(refusal(refused)).toEqual(reached('spend_cents_per_month'));
    expect(retried).toMatchObject({ status: 200, body: { status_summary: { failed: 0, pending: 1 } } });
  });
});

it('fails the items of an experiment that was created before the spend limit was reached', async () => {
  const conversation_ids = await importConversations(api, 2);
  models.on('gpt-4o', { kind: 'text', text: 'In 1887.' });
  const request = { name: 'Early', model: 'gpt-4o', conversation_ids };
  const { body: experiment } = await api.post('/v1/experiments', request);
  await recordSpend([{ id: randomUUID(), workspaceId: api.workspaceId, costCents: 100 }]);

  await api.startWorker();
  const ended = await eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${experiment.id}`);
    return body.completed_at === null ? null : body;
  });
  await api.stopWorker();

  const { body } = await api.get(`/v1/experiments/${experiment.id}/items`);
  expect(ended.status_summary).toMatchObject({ failed: 2 });
  expect(body.items.map(({ error }) => error?.code)).toEqual(['limit_reached', 'limit_reached']);
  expect(models.requestsFor('gpt-4o')).toEqual([]);
});

it('shows usage to members only', async () => {
  const outsider = await makeMember(api, 'admin', await makeWorkspace(api));
  const params = { id: api.workspaceId };

  const foreign = await contract.call('getWorkspaceUsage', { params, key: outsider.key, workspaceId: null });
  const malformed = await contract.call('getWorkspaceUsage', { params: { id: 'nine' }, workspaceId: null });

  expect([foreign.status, malformed.status]).toEqual([404, 422]);
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Limits')).toEqual([]);
});
