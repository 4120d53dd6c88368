import { fromOpenAI, type OpenAIMessage } from '../../packages/formats';
import { countMessageTokens } from '../../src/providers/tokenizer';
import { TestApi } from '../support/api';
import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { type Behaviour, inTurn, ModelServer } from '../support/model-server';

const models = new ModelServer();
const api = new TestApi();
let port = 0;

/** Cents of a million tokens, so that a token has a cost that can be seen. */
const price = { input_per_1m_usd: 10_000, output_per_1m_usd: 0 };
const CENTS_PER_TOKEN = 1;

beforeAll(async () => {
  await models.start();
  port = models.port;
  const provider = {
    name: 'shaky',
    base_url: models.baseUrl,
    timeout_ms: 3000,
    models: { writer: price },
  };
  await api.start({ MODEL_PROVIDERS: JSON.stringify([provider]) });
  await api.startWorker();
});

afterAll(async () => {
  await api.stop();
  await models.stop();
});

async function createExperiment(request: Record<string, unknown>, items = 1): Promise<string> {
  const { status, body } = await api.post('/v1/experiments', {
    name: 'Waits',
    conversation_ids: await importConversations(api, items),
    ...request,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

async function createJudge(model: string): Promise<string> {
  const config = { model: `shaky/${model}`, timeout_ms: 3000 };
  return (await api.post('/v1/evaluators', { name: model, kind: 'llm_judge', config })).body.id;
}

const ended = (id: string) =>
  eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at === null ? null : body;
  });

/** The items once all of them wait for their next try. */
const waiting = (id: string) =>
  eventually(async () => {
    const { items } = (await api.get(`/v1/experiments/${id}/items`)).body;
    return items.every(({ queued_reason: reason }: { queued_reason: unknown }) => reason !== null)
      ? items
      : null;
  });

const down: Behaviour = { kind: 'status', status: 503, message: 'Down for maintenance' };

it('waits for a provider that refuses connections, responds 503 or not at all, and is charged once', async () => {
  models.on('writer', inTurn(down, { kind: 'never' }, { kind: 'text', text: 'In 1887.' }));
  await models.stop();

  const id = await createExperiment({ model: 'shaky/writer' });
  const [item] = await waiting(id);
  expect(item).toMatchObject({
    status: 'queued',
    error: null,
    queued_reason: {
      code: 'provider_unavailable',
      message: 'shaky is unavailable: the connection failed',
    },
  });
  // Items that wait hold no slot.
  const other = await createExperiment({ model: 'as recorded', pass_through: true });
  expect(await ended(other)).toMatchObject({ status: 'completed' });
  await models.start(port);

  expect(await ended(id)).toMatchObject({
    status: 'completed',
    status_summary: { completed: 1, queued: 0 },
  });
  const { body } = await api.get(`/v1/experiments/${id}/items`);
  expect(body.items).toMatchObject([
    { status: 'completed', queued_reason: null, error: null, latency_ms: expect.any(Number) },
  ]);
  expect(body.items[0]?.attempts).toBeGreaterThanOrEqual(4);
  expect(body.items[0]?.latency_ms).toBeLessThan(3000);
  // 100 input tokens of the reply, and the input of the call that timed out, which may have been charged.
  const { cost_cents: cost } = (await api.get(`/v1/experiments/${id}`)).body;
  const [prompt] = models.requestsFor('writer').map(({ body: { messages } }) => messages);
  const inputTokens = countMessageTokens((prompt as unknown as OpenAIMessage[]).map(fromOpenAI), 'writer');
  expect(models.requestsFor('writer')).toHaveLength(3);
  expect(cost).toBeCloseTo((100 + inputTokens) * CENTS_PER_TOKEN, 6);
});

it.each([
  ['content_filter', 'provider_reply_filtered'],
  ['length', 'provider_reply_truncated'],
])('pays once for a reply that is empty because of %s', async (finishReason, code) => {
  const usage = { prompt_tokens: 100, completion_tokens: 256 };
  models.on('writer', { kind: 'message', message: { content: '' }, finishReason, usage });
  const before = models.requestsFor('writer').length;

  const id = await createExperiment({ model: 'shaky/writer' });

  expect(await ended(id)).toMatchObject({ status: 'failed', wasted_cost_cents: 100, cost_cents: 100 });
  const { body } = await api.get(`/v1/experiments/${id}/items`);
  expect(body.items).toMatchObject([{ status: 'failed', attempts: 1, error: { code } }]);
  expect(models.requestsFor('writer')).toHaveLength(before + 1);
});

it('waits after an error in a successful response as after its status', async () => {
  models.on(
    'writer',
    inTurn(
      { kind: 'wrong_shape', body: { error: { message: 'Slow down', code: 429 } } },
      { kind: 'wrong_shape', body: { error: { message: 'Provider returned error', code: 502 } } },
      { kind: 'echo' },
    ),
  );

  const id = await createExperiment({ model: 'shaky/writer' });

  expect(await ended(id)).toMatchObject({ status: 'completed', cost_cents: 100 });
  const { body } = await api.get(`/v1/experiments/${id}/items`);
  expect(body.items).toMatchObject([{ status: 'completed', attempts: 3, error: null }]);
});

it('waits for the provider of the judge alike', async () => {
  const clean: Behaviour = { kind: 'json', value: { findings: [] } };
  models.on('judge', inTurn(down, down, { kind: 'never' }, clean));

  const id = await createExperiment({
    model: 'as recorded',
    pass_through: true,
    evaluator_id: await createJudge('judge'),
  });

  expect(await ended(id)).toMatchObject({
    status: 'completed',
    metrics: { evaluated_count: 1, no_verdict_count: 0 },
  });
  expect(models.requestsFor('judge')).toHaveLength(4);
});

it('cancels items that wait at once', async () => {
  models.on('closed', { ...down, headers: { 'retry-after': '3600' } });
  const id = await createExperiment({ model: 'shaky/closed' }, 3);
  expect(await waiting(id)).toMatchObject(
    Array.from({ length: 3 }, () => ({
      status: 'queued',
      queued_reason: {
        code: 'provider_unavailable',
        message: 'shaky is unavailable: responded 503: Down for maintenance',
      },
    })),
  );
  // Retry-After is honored: no item sends another request.
  expect(models.requestsFor('closed')).toHaveLength(3);

  await api.post(`/v1/experiments/${id}/cancel`, {});

  expect(await ended(id)).toMatchObject({ status: 'cancelled', status_summary: { failed: 3, queued: 0 } });
  const { items } = (await api.get(`/v1/experiments/${id}/items`)).body;
  expect(items[0]).toMatchObject({ error: { code: 'cancelled' }, queued_reason: null });
});

it('lets a detection fail at once, unlike an item', async () => {
  const detect = async (model: string) =>
    api.post('/v1/detect-hallucinations', {
      messages: [
        { role: 'user', content: 'When?' },
        { role: 'assistant', content: 'In 1887.' },
      ],
      config: { evaluator_id: await createJudge(model) },
    });
  models.on('down', down);
  models.on('silent', { kind: 'never' });

  const [unavailable, silent] = [await detect('down'), await detect('silent')];

  expect(unavailable).toMatchObject({ status: 503, body: { detail: [{ type: 'provider_unavailable' }] } });
  expect(silent).toMatchObject({
    status: 502,
    body: { detail: [{ type: 'no_verdict', ctx: { reason: 'timeout' } }] },
  });
});
