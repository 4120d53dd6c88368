import { randomUUID } from 'node:crypto';
import { firstOf } from '../support/first-of';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi({
  environment: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'sk-test' },
});
const contract = useContract(api);

const judge = (overrides: object = {}) => ({
  name: `judge ${randomUUID()}`,
  kind: 'llm_judge',
  config: { model: 'gpt-4.1-mini' },
  ...overrides,
});
const grounding = { model: null, timeout_ms: null, context_tokens: null, verify: null, traffic: 'auto' };

describe('POST /v1/evaluators', () => {
  it('returns the first version', async () => {
    const body = judge();

    const response = await contract.call('createEvaluator', { body });

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: body.name,
      kind: 'llm_judge',
      config: {
        model: 'gpt-4.1-mini',
        timeout_ms: 60_000,
        context_tokens: 128_000,
        verify: false,
        traffic: null,
      },
      version: 1,
      is_default: false,
      created_at: expect.any(String),
    });
  });

  it.each([
    [{ name: 'x' }, 'body.kind missing'],
    [{ name: 'x', kind: 'oracle' }, 'body.kind value_error'],
    [judge({ config: undefined }), 'body.config missing'],
    [judge({ config: { model: '' } }), 'body.config.model string_too_short'],
    [judge({ config: { model: 'm', timeout_ms: 0 } }), 'body.config.timeout_ms greater_than'],
    [judge({ config: { model: 'm', context_tokens: 100 } }), 'body.config.context_tokens greater_than_equal'],
    [judge({ config: { model: 'm', verify: 'yes' } }), 'body.config.verify bool_parsing'],
    [judge({ config: { model: 'm', api_key: 'sk' } }), 'body.config.api_key extra_forbidden'],
    [{ name: 'x', kind: 'grounding', config: { model: 'm' } }, 'body.config.model extra_forbidden'],
    [{ name: 'x', kind: 'grounding', config: { traffic: 'mail' } }, 'body.config.traffic enum'],
    [judge({ config: { model: 'm', traffic: 'rag' } }), 'body.config.traffic extra_forbidden'],
    [judge({ config: { model: 'embedded/nothing' } }), 'body.config.model model_unknown'],
  ])('responds 422 to %j', async (body, problem) => {
    const response = await contract.call('createEvaluator', { body });

    expect(response.status).toBe(422);
    expect(problems(response)).toEqual([problem]);
  });

  it('responds 409 to a name that is taken', async () => {
    const body = judge();
    await contract.call('createEvaluator', { body });

    const taken = await contract.call('createEvaluator', { body });

    expect(taken).toMatchObject({
      status: 409,
      body: { detail: [{ loc: ['body', 'name'], type: 'conflict', input: body.name }] },
    });
  });

  it('returns one evaluator for a repeated request', async () => {
    const request = { headers: { 'idempotency-key': randomUUID() }, body: judge() };

    const [first, second] = [
      await contract.call('createEvaluator', request),
      await contract.call('createEvaluator', request),
    ];

    expect(second.body).toEqual(first.body);
  });
});

describe('GET /v1/evaluators', () => {
  it('pages newest first and ends with the default', async () => {
    const workspaceId = await makeWorkspace(api);
    const { body: made } = await contract.call('createEvaluator', { workspaceId, body: judge() });

    const first = await contract.call('listEvaluators', { workspaceId, query: { limit: 1 } });
    const second = await contract.call('listEvaluators', {
      workspaceId,
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });

    expect(first.body).toMatchObject({ items: [made], has_more: true, query: { limit: 1, cursor: null } });
    expect(second.body).toMatchObject({
      items: [{ kind: 'grounding', is_default: true, config: grounding }],
      has_more: false,
    });
  });

  it('responds 422 to a wrong page', async () => {
    const wrong = await contract.call('listEvaluators', { query: { limit: 'all' } });

    expect([wrong.status, ...problems(wrong)]).toEqual([422, 'query.limit int_parsing']);
  });
});

describe('/v1/evaluators/{id}', () => {
  it('creates a version for another name or config, and moves the default', async () => {
    const workspaceId = await makeWorkspace(api);
    const { body: made } = await contract.call('createEvaluator', { workspaceId, body: judge() });
    const params = { id: made.id };

    const changed = await contract.call('changeEvaluator', {
      workspaceId,
      params,
      body: { config: { model: 'gpt-4.1' } },
    });
    const chosen = await contract.call('changeEvaluator', {
      workspaceId,
      params,
      body: { is_default: true },
    });

    expect(changed.body).toMatchObject({ version: 2, config: { model: 'gpt-4.1' }, is_default: false });
    expect(chosen.body).toMatchObject({ version: 2, is_default: true });
    expect((await contract.call('getEvaluator', { workspaceId, params })).body).toEqual(chosen.body);
    const { body } = await contract.call('listEvaluators', { workspaceId });
    expect(body.items.filter((item: { is_default: boolean }) => item.is_default)).toHaveLength(1);
  });

  it('sets the traffic of an embedded evaluator, which decides its scores', async () => {
    const body = { name: randomUUID(), kind: 'grounding', config: { traffic: 'rag' } };
    const { body: made } = await contract.call('createEvaluator', { body });
    const scoreOf = async () => {
      const messages = [
        { role: 'system', content: 'The mill in Orrin was rebuilt in 1904. It grinds rye.' },
        { role: 'user', content: 'What does it grind?' },
        { role: 'assistant', content: 'It mostly grinds rye for bakers.' },
      ];
      const detected = await api.post('/v1/evaluate', { messages, config: { evaluator_id: made.id } });
      return detected.body.score;
    };
    const score = await scoreOf();

    const changed = await contract.call('changeEvaluator', {
      params: { id: made.id },
      body: { config: { traffic: 'short_chat' } },
    });

    expect(made.config).toMatchObject({ model: null, traffic: 'rag' });
    expect(changed.body).toMatchObject({ version: 2, config: { traffic: 'short_chat' } });
    expect(await scoreOf()).not.toBe(score);
  });

  it.each([
    [{ is_default: false }, 'body.is_default value_error'],
    [{ config: { model: 'm' } }, 'body.config value_error'],
    [{ config: { model: 'm', timeout_ms: 0 } }, 'body.config.timeout_ms greater_than'],
    [{ config: { traffic: 'mail' } }, 'body.config.traffic enum'],
    [{ name: '' }, 'body.name string_too_short'],
    [{ kind: 'llm_judge' }, 'body.kind extra_forbidden'],
    [{ is_default: 'yes' }, 'body.is_default bool_parsing'],
  ])('responds 422 to the change %j of the default grounding evaluator', async (body, problem) => {
    const workspaceId = await makeWorkspace(api);
    const { body: list } = await contract.call('listEvaluators', { workspaceId });

    const response = await contract.call('changeEvaluator', {
      workspaceId,
      params: { id: firstOf(list.items).id },
      body,
    });

    expect([response.status, ...problems(response)]).toEqual([422, problem]);
  });

  it('responds 409 to a name that is taken, and changes nothing', async () => {
    const { body: one } = await contract.call('createEvaluator', { body: judge() });
    const { body: two } = await contract.call('createEvaluator', { body: judge() });

    const taken = await contract.call('changeEvaluator', {
      params: { id: two.id },
      body: { name: one.name },
    });
    const read = await contract.call('getEvaluator', { params: { id: two.id } });

    expect(taken.status).toBe(409);
    expect(read.body).toEqual(two);
  });

  it.each(['getEvaluator', 'changeEvaluator'])(
    '%s responds the same 404 for an evaluator of another workspace as for none',
    async (operation) => {
      const { body: foreign } = await contract.call('createEvaluator', {
        workspaceId: await makeWorkspace(api),
        body: judge(),
      });
      const body = operation === 'getEvaluator' ? undefined : { name: 'mine' };

      const ofOther = await contract.call(operation, { params: { id: foreign.id }, body });
      const absent = await contract.call(operation, { params: { id: randomUUID() }, body });
      const wrong = await contract.call(operation, { params: { id: 'x' }, body });

      expect(ofOther.status).toBe(404);
      expect(ofOther.body).toEqual(absent.body);
      expect(wrong.status).toBe(422);
    },
  );
});

describe('GET /v1/evaluators/{id}/versions/{version}', () => {
  it('returns old versions as they were', async () => {
    const { body: first } = await contract.call('createEvaluator', { body: judge() });
    const params = { id: first.id };
    const { body: second } = await contract.call('changeEvaluator', {
      params,
      body: { name: `renamed ${randomUUID()}`, config: { model: 'gpt-4.1' } },
    });

    const read = async (version: number) =>
      (await contract.call('getEvaluatorVersion', { params: { ...params, version: String(version) } })).body;

    expect(await read(1)).toEqual(first);
    expect(await read(2)).toEqual(second);
  });

  it('responds 404 to an absent version or evaluator, and to those of another workspace', async () => {
    const { body } = await contract.call('createEvaluator', { body: judge() });
    const workspaceId = await makeWorkspace(api);
    const read = async (id: string, version: number, headers: object = {}) =>
      (await contract.call('getEvaluatorVersion', { params: { id, version: String(version) }, ...headers }))
        .status;

    expect([
      await read(body.id, 2),
      await read(randomUUID(), 1),
      await read(body.id, 1, { workspaceId }),
      await read(body.id, 1),
      await read(body.id, 0),
    ]).toEqual([404, 404, 404, 200, 422]);
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Evaluators')).toEqual([]);
});

describe('GET /v1/models', () => {
  it('lists the known models with their prices', async () => {
    const price = { input_per_1m_usd: 0, cached_input_per_1m_usd: 0, output_per_1m_usd: 0 };

    const response = await contract.call('listModels');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      items: [{ name: 'embedded/extractive', provider: 'embedded', ...price }],
    });
  });
});
