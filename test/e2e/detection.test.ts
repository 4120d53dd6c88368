import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import { countDocuments, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);

const reply = 'The \u{1F309} bridge was opened in 1889.';
const request = (overrides: object = {}) => ({
  messages: [
    { role: 'developer', content: 'Answer from the passage: The bridge was opened in 1887.' },
    { role: 'user', content: 'When was the bridge opened?' },
    { role: 'assistant', content: reply },
  ],
  ...overrides,
});

async function makeJudge(model: string, config: object = {}): Promise<string> {
  const body = {
    name: `${model} ${randomUUID()}`,
    kind: 'llm_judge',
    config: { model, timeout_ms: 5000, ...config },
  };
  return (await api.post('/v1/evaluators', body)).body.id;
}

it('responds to the example of the README with what the README shows, but for the ids', async () => {
  const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const [, example = '', shown = ''] = readme.match(/ -d '(.*?)' \| jq\n(.*?)\n```/s) ?? [];

  const { body } = await contract.call('detectHallucinations', { body: JSON.parse(example) });

  const { evaluation_id, conversation_id, evaluator } = body;
  expect(body).toEqual({ ...JSON.parse(shown), evaluation_id, conversation_id, evaluator });
});

describe.each(['detectHallucinations', 'evaluate'] as const)('%s', (operation) => {
  it('returns annotations whose text is the slice at their offsets in code points', async () => {
    const { status, body } = await contract.call(operation, { body: request() });

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['annotations', 'usage', 'evaluation_id', 'conversation_id']),
    );
    expect(body.usage).toEqual({
      input_tokens: expect.any(Number),
      cost_cents: 0,
      calls: 0,
      retried_calls: 0,
    });
    expect(body.annotations).toEqual([
      {
        text: '1889',
        label: 'fabrication',
        explanation: expect.any(String),
        message_part_index: 0,
        start_offset: 27,
        end_offset: 31,
        tool_name: null,
        parameter_name: null,
        confidence: expect.any(Number),
        calibrated_confidence: null,
        evidence: [{ message_index: 0, message_part_index: 0, start_offset: 50, end_offset: 54 }],
      },
    ]);
    expect([...reply].slice(27, 31).join('')).toBe('1889');
  });

  it('does not judge the last token of a reply that was cut off', async () => {
    const cutOff = request({ generation_info: { finish_reason: 'length' } });
    cutOff.messages[2] = { role: 'assistant', content: 'The bridge was opened in 188' };

    const { body } = await contract.call(operation, { body: cutOff });
    const { body: ended } = await contract.call(operation, { body: { ...cutOff, generation_info: null } });

    expect(body.annotations).toEqual([]);
    expect(ended.annotations).toMatchObject([{ text: '188' }]);
  });

  it('stores the conversation, its messages and the evaluation', async () => {
    const { body } = await contract.call(operation, {
      body: request({ generation_info: { model: 'gpt-x', output_tokens: 9 } }),
    });

    const stored = await api.get(`/v1/conversations/${body.conversation_id}`);

    expect(stored.body).toMatchObject({
      type: 'detection',
      message_count: 3,
      models: ['gpt-x'],
      output_tokens: 9,
    });
    expect(stored.body.evaluations).toMatchObject([
      { id: body.evaluation_id, annotations: body.annotations, status: 'completed' },
    ]);
    const blind = await api.get(`/v1/conversations/${body.conversation_id}?omit=evaluations`);
    expect(blind.body).toEqual({ ...stored.body, evaluations: [] });
  });

  it('documents that a repeated request may find its conversation deleted', () => {
    const responses = contract.operations.find(({ operationId }) => operationId === operation)?.responses;

    expect(responses?.['409']?.content?.['application/json']?.examples).toHaveProperty('conflict');
  });

  it('stores nothing with store_conversation: false', async () => {
    const before = await countDocuments();

    const { status, body } = await contract.call(operation, { body: request({ store_conversation: false }) });

    expect(status).toBe(200);
    expect((await api.get(`/v1/conversations/${body.conversation_id}`)).status).toBe(404);
    expect(await countDocuments()).toEqual(before);
  });

  it('accepts a workspace-scoped key without a workspace header, and null for absent fields', async () => {
    const { key } = await makeWorkspaceKey(api);

    const response = await contract.call(operation, {
      key,
      workspaceId: null,
      body: request({ generation_info: null, config: null }),
    });

    expect(response.status).toBe(200);
  });

  it('returns the first response to a repeated request, and 409 to another request under its key', async () => {
    const headers = { 'idempotency-key': randomUUID() };

    const first = await contract.call(operation, { headers, body: request() });
    const second = await contract.call(operation, { headers, body: request() });
    const other = await contract.call(operation, { headers, body: request({ store_conversation: false }) });

    expect(second.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 409, body: { detail: [{ type: 'idempotency_key_reused' }] } });
  });

  it('responds 422 with every problem of the request', async () => {
    const response = await contract.call(operation, {
      workspaceId: null,
      body: {
        messages: [{ role: 'wizard', content: 5 }],
        store_conversation: 'yes',
        generation_info: { input_tokens: -1 },
        config: { labels: [], evaluator_id: 'x' },
        colour: 'red',
      },
    });

    expect(response.status).toBe(422);
    expect(problems(response)).toEqual(
      expect.arrayContaining([
        'header.x-workspace-id missing',
        'body.messages.0.role enum',
        'body.store_conversation bool_parsing',
        'body.generation_info.input_tokens greater_than_equal',
        'body.config.labels too_short',
        'body.config.evaluator_id uuid_parsing',
        'body.colour extra_forbidden',
      ]),
    );
  });

  it('responds 422 to an evaluator of another workspace and to an unknown one', async () => {
    const workspaceId = await makeWorkspace(api);
    const foreign = firstOf((await api.get('/v1/evaluators', { workspaceId })).body.items).id;

    for (const evaluator_id of [foreign, randomUUID()]) {
      const response = await contract.call(operation, { body: request({ config: { evaluator_id } }) });
      expect(response.body).toEqual({
        detail: [
          {
            loc: ['body', 'config', 'evaluator_id'],
            msg: 'Value error, no such evaluator in this workspace',
            type: 'value_error',
            input: evaluator_id,
            ctx: { error: 'no such evaluator in this workspace' },
          },
        ],
      });
    }
  });

  it('returns the score and the coverage of a judge, and stores both', async () => {
    models.on('looks-twice', ({ body }) => {
      const isVerification = JSON.stringify(body.messages).includes('# Stretch that is said');
      const finding = {
        part: 0,
        quote: '1889',
        context: null,
        evidence: [1],
        explanation: 'It was another year.',
        basis: 'contradicted',
        label: 'fabrication',
        parameter: null,
      };
      const value = isVerification ? { reason: 'So it is.', confirmed: true } : { findings: [finding] };
      return { kind: 'json', value };
    });
    const evaluator_id = await makeJudge('looks-twice', { verify: true });

    const { status, body } = await contract.call(operation, { body: request({ config: { evaluator_id } }) });

    const evidence = request()
      .messages.slice(0, -1)
      .reduce((sum, { content }) => sum + content.length, 0);
    const examined = {
      score: null,
      coverage: { windows: 1, evidence_examined: evidence, evidence_total: evidence, limits: [] },
      usage: { input_tokens: 200, cost_cents: null, calls: 2, retried_calls: 0 },
    };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...examined,
      annotations: [
        {
          text: '1889',
          explanation:
            'It was another year. Evidence: “Answer from the passage: The bridge was opened in 1887.”',
        },
      ],
    });
    const stored = await api.get(`/v1/conversations/${body.conversation_id}`);
    expect(stored.body.evaluations).toMatchObject([examined]);
  });

  it('responds 502 if the judge reaches no verdict, with the ids under which that is stored', async () => {
    models.on('babbles', { kind: 'text', text: 'I would rather not say.' });
    const evaluator_id = await makeJudge('babbles');

    const response = await contract.call(operation, { body: request({ config: { evaluator_id } }) });

    expect(response).toMatchObject({
      status: 502,
      body: { detail: [{ type: 'no_verdict', ctx: { reason: 'unreadable_judge_output' } }] },
    });
    const { conversation_id, evaluation_id } = response.body.detail[0].ctx;
    const stored = await api.get(`/v1/conversations/${conversation_id}`);
    expect(stored.body.evaluations).toMatchObject([
      { id: evaluation_id, status: 'no_verdict', annotations: [], score: null },
    ]);
  });

  it.each([
    ['no_evidence', [{ role: 'user', content: 'When was Lima founded?' }], 'In 1535.'],
    ['no_text', [{ role: 'user', content: 'Lima was founded in 1535.' }], ''],
    ['language', [{ role: 'user', content: 'Lima se fundó en 1535.' }], 'Lima está cerca del mar.'],
    [
      'unreadable_attachment',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Lima was founded in 1535. And this?' },
            { type: 'image_url', image_url: { url: 'https://example.com/cusco.png' } },
          ],
        },
      ],
      'In 1534.',
    ],
  ])('responds 200 not_judgeable with the reason %s, and stores it', async (reason, evidence, reply) => {
    const messages = [...evidence, { role: 'assistant', content: reply }];

    const { status, body } = await contract.call(operation, { body: { messages } });

    const total = body.coverage.evidence_total;
    // The plain checks have read the evidence in every language.
    const coverage =
      reason === 'language' ? { windows: 1, evidence_examined: total } : { windows: 0, evidence_examined: 0 };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      annotations: [],
      score: null,
      verdict: 'not_judgeable',
      verdict_reason: reason,
      coverage: { ...coverage, limits: [expect.any(String)] },
    });
    const stored = await api.get(`/v1/conversations/${body.conversation_id}`);
    expect(stored.body.evaluations).toMatchObject([
      { id: body.evaluation_id, status: 'not_judgeable', reason, annotations: [], score: null },
    ]);
    const selects = async (filter: string) => {
      const query = encodeURIComponent(`conversation_id = ${body.conversation_id} AND ${filter}`);
      const [{ body: messages }, { body: conversations }] = await Promise.all([
        api.get(`/v1/messages?filter=${query}`),
        api.get(`/v1/conversations?filter=${query}`),
      ]);
      expect(conversations.items).toHaveLength(Math.min(1, messages.items.length));
      return messages.items.map((one) => one.verdicts);
    };
    expect(await selects('verdict = not_judgeable')).toMatchObject([
      [{ evaluation_id: body.evaluation_id, status: 'not_judgeable', issue_count: null, labels: [] }],
    ]);
    expect(await selects('issue_count = 0')).toEqual([]);
    expect(await selects('verdict = completed')).toEqual([]);
    expect(await selects('NOT verdict:*')).toEqual(evidence.map(() => []));
  });

  it('uses labels of the request for the kinds that they cover, and warns of the others', async () => {
    const labels = [{ name: 'wrong_year', description: 'Another year.', covers: ['fabrication'] }];
    const messages = [
      { role: 'user', content: 'Lima was founded in 1535. When was Lima founded?' },
      { role: 'assistant', content: 'Lima was founded in 1534.' },
    ];

    const { body } = await contract.call(operation, { body: { messages, config: { labels } } });

    const uncovered = ['context_misattribution', 'reasoning_error', 'incorrect_refusal'];
    expect(body.annotations).toMatchObject([{ text: '1534', label: 'wrong_year' }]);
    expect(body.coverage?.limits).toEqual([expect.stringContaining(uncovered.join(', '))]);
    expect(body.warnings).toMatchObject([
      { code: 'kinds_not_covered', kinds: [...uncovered, 'tool_argument_fabrication'] },
    ]);
    const stored = await api.get(`/v1/conversations/${body.conversation_id}`);
    expect(stored.body.evaluations).toMatchObject([{ annotations: [{ label: 'wrong_year' }] }]);
  });

  it('responds 200 not_judgeable if no label of the request covers a kind', async () => {
    const labels = [{ name: 'tone', description: 'Rude.' }];

    const { status, body } = await contract.call(operation, { body: request({ config: { labels } }) });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      verdict: 'not_judgeable',
      verdict_reason: 'no_label',
      annotations: [],
      score: null,
      coverage: { windows: 0, evidence_examined: 0, limits: [expect.stringContaining('fabrication')] },
      warnings: [{ code: 'no_kind_covered' }],
    });
  });

  it('prompts a judge with labels of the request, whatever they cover, and warns of nothing', async () => {
    models.on('covers', { kind: 'json', value: { findings: [] } });
    const evaluator_id = await makeJudge('covers');
    const config = { evaluator_id, labels: [{ name: 'tone', description: 'Rude words.', covers: [] }] };

    const { body } = await contract.call(operation, { body: request({ config }) });

    expect(body).toMatchObject({ verdict: 'completed', warnings: [] });
    const prompt = JSON.stringify(models.requestsFor('covers').at(-1)?.body.messages);
    expect(prompt).toContain('- tone: Rude words.');
  });

  it('responds 422 if two labels of the request cover a kind', async () => {
    const covering = (name: string) => ({ name, description: '', covers: ['reasoning_error'] });
    const labels = [covering('one'), covering('other')];

    const { status, body } = await contract.call(operation, { body: request({ config: { labels } }) });

    expect(status).toBe(422);
    expect(body.detail).toMatchObject([
      { loc: ['body', 'config', 'labels', '1', 'covers'], type: 'value_error' },
    ]);
  });

  it.each([
    [
      'is busy',
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      'provider_rate_limited',
      '7',
    ],
    ['is down', { kind: 'status', status: 500 }, 'provider_unavailable', '1'],
    ['breaks off', { kind: 'truncated' }, 'provider_unavailable', '1'],
  ] as const)(
    'responds 503 with Retry-After and stores nothing if the provider %s',
    async (_name, behaviour, type, retryAfter) => {
      models.on('unwell', behaviour);
      const evaluator_id = await makeJudge('unwell');
      const before = await countDocuments();

      const response = await contract.call(operation, { body: request({ config: { evaluator_id } }) });

      expect(response).toMatchObject({ status: 503, body: { detail: [{ type }] } });
      expect(response.headers.get('retry-after')).toBe(retryAfter);
      expect(await countDocuments()).toEqual(before);
    },
  );
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Detection')).toEqual([]);
});

describe('/v1/sample-data', () => {
  it('tells a story of a worse prompt without a call of a model, and is deleted without anything else', async () => {
    const workspaceId = await makeWorkspace(api);
    models.reset();
    const own = { ...request(), external_id: 'sample-1', tags: { sample: 'shop' } };
    await api.post('/v1/conversations', own, { workspaceId });
    const send = async (method: 'GET' | 'POST' | 'DELETE') =>
      (
        await api.request(method, '/v1/sample-data', {
          workspaceId,
          ...(method === 'POST' && { body: { story: 'shop' } }),
        })
      ).body;
    const countIssues = async (tag: string) => {
      const path = `/v1/conversations?limit=100&tag=${encodeURIComponent(tag)}` as const;
      const { items } = (await api.get(path, { workspaceId })).body;
      const flagged = items.filter(({ issue_count: count }) => count !== null && count > 0);
      return { flagged: flagged.length, all: items.length };
    };

    const loaded = await send('POST');

    expect(loaded).toEqual({ conversation_count: 112 });
    expect(await send('POST')).toEqual(loaded);
    expect(await send('GET')).toEqual(loaded);
    const [v3, v4] = [await countIssues('prompt_version:v3'), await countIssues('prompt_version:v4')];
    expect(v4.flagged / v4.all).toBeGreaterThan(0.15);
    expect(v3.flagged / v3.all).toBeLessThan(0.1);
    expect(models.requests).toEqual([]);

    expect(await send('DELETE')).toEqual({ deleted_count: 112 });

    expect(await send('GET')).toEqual({ conversation_count: 0 });
    expect(await countIssues('sample:shop')).toMatchObject({ all: 1 });
  });
});
