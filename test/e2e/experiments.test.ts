import { randomUUID } from 'node:crypto';
import type { ApiResponse } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeFinding } from '../support/judges';
import { inTurn, ModelServer, type RecordedRequest } from '../support/model-server';
import { useApi, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker());

async function createExperiment(request: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.post('/v1/experiments', {
    name: 'An experiment',
    model: 'answers-well',
    ...request,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

function ended(id: string): Promise<Schemas['Experiment']> {
  return eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    expectConsistent(body.status_summary);
    return body.completed_at === null ? null : body;
  });
}

function expectConsistent(summary: Record<string, number>): void {
  const { pending, queued, generating, evaluating, in_progress, completed, failed, total } =
    summary as Record<string, number> & { pending: number };
  expect(in_progress).toBe((generating ?? 0) + (evaluating ?? 0));
  expect(pending + (queued ?? 0) + (in_progress ?? 0) + (completed ?? 0) + (failed ?? 0)).toBe(total);
}

async function listItems(id: string): Promise<Record<string, unknown>[]> {
  const { body } = await api.get(`/v1/experiments/${id}/items?limit=100`);
  return body.items;
}

describe('a pass-through experiment', () => {
  it('evaluates the existing replies and reports their recorded numbers', async () => {
    const conversationIds = await importConversations(api, 3);

    const id = await createExperiment({
      conversation_ids: conversationIds,
      pass_through: true,
      model: 'as recorded',
    });
    const experiment = await ended(id);

    expect(experiment).toMatchObject({
      status: 'completed',
      conversation_ids: conversationIds,
      baseline_models: ['gpt-old'],
      completed_items_count: 3,
      total_items_count: 3,
      evaluations_expected: 6,
      evaluations_received: 6,
      metrics: {
        issue_rate: 1,
        total_issues: 3,
        issue_labels: { fabrication: 3 },
        cost_per_1k: 2,
        avg_input_tokens: 40,
        avg_response_latency_ms: 500,
        max_response_latency_ms: 500,
        issue_free_message_count: 0,
      },
      baseline_metrics: { issue_rate: 1, total_issues: 3 },
    });
    const items = await listItems(id);
    expect(items.map(({ conversation_id }) => conversation_id)).toEqual(conversationIds);
    expect(items[0]).toMatchObject({
      status: 'completed',
      issue_count: 1,
      baseline_issue_count: 1,
      latency_ms: 500,
      error: null,
    });
  });

  it('does not judge an original reply again that the evaluator version has judged', async () => {
    const conversationIds = await importConversations(api, 1);
    await ended(await createExperiment({ conversation_ids: conversationIds, pass_through: true }));

    const second = await ended(
      await createExperiment({ conversation_ids: conversationIds, pass_through: true }),
    );

    expect(second).toMatchObject({
      evaluations_expected: 1,
      evaluations_received: 1,
      baseline_metrics: { evaluated_count: 1 },
    });
  });
});

describe('a generating experiment', () => {
  it('sends everything but the last reply and shows the new reply with the original one', async () => {
    models.on('answers-well', { kind: 'text', text: 'It was opened in 1887.' });
    const [conversationId] = await importConversations(api, 1);

    const id = await createExperiment({
      conversation_ids: [conversationId],
      system_prompt_override: 'Use the passage: opened in 1887.',
      reasoning_config: { effort: 'low' },
      output_schema: [{ name: 'answer', type: 'string' }],
    });
    const experiment = await ended(id);
    const [item] = await listItems(id);
    const { body: detail } = await api.get(`/v1/experiments/${id}/items/${item?.id}`);

    expect(experiment).toMatchObject({
      status: 'completed',
      metrics: { issue_rate: 0 },
      baseline_metrics: { issue_rate: 1 },
    });
    expect(detail).toMatchObject({
      status: 'completed',
      issue_count: 0,
      baseline_issue_count: 1,
      reply: { parts: [{ type: 'text', content: 'It was opened in 1887.' }] },
      annotations: [],
      baseline_annotations: [{ text: '1889', start_offset: 32, end_offset: 36, label: 'fabrication' }],
    });
    const sent = models.requestsFor('answers-well').at(-1)?.body;
    expect(sent?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(sent?.messages[0]).toMatchObject({ content: 'Use the passage: opened in 1887.' });
    expect(sent).toMatchObject({
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { schema: { required: ['answer'] } } },
    });
  });

  it('waits for Retry-After as queued, which does not count as latency', async () => {
    models.on('busy', {
      kind: 'rate_limited',
      times: 2,
      headers: { 'retry-after': '1' },
      next: { kind: 'text', text: 'In 1887.' },
    });
    const conversationIds = await importConversations(api, 1);

    const id = await createExperiment({ conversation_ids: conversationIds, model: 'busy' });
    await eventually(async () => (await listItems(id))[0]?.status === 'queued');
    expect((await api.get(`/v1/experiments/${id}`)).body).toMatchObject({ limited_by: 'rate_limit' });
    expect(await ended(id)).toMatchObject({ limited_by: null });

    const [item] = await listItems(id);
    expect(item).toMatchObject({ status: 'completed', attempts: 3 });
    expect(item?.latency_ms).toBeLessThan(900);
  });

  it('fails an item immediately with the message of the provider if the request is rejected', async () => {
    models.on('refusing', { kind: 'status', status: 400, message: 'This model has no reasoning effort' });
    const conversationIds = await importConversations(api, 1);

    const experiment = await ended(
      await createExperiment({ conversation_ids: conversationIds, model: 'refusing' }),
    );

    const [item] = await listItems(experiment.id);
    expect(experiment).toMatchObject({ status: 'failed', status_summary: { failed: 1, total: 1 } });
    expect(item).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'provider_rejected' } });
    expect(JSON.stringify(item?.error)).toContain('This model has no reasoning effort');
    expect(models.requestsFor('refusing')).toHaveLength(1);
  });

  it('does not generate again when only the judge is retried', async () => {
    models.on('writer', { kind: 'text', text: 'In 1887.' });
    models.on('judge', {
      kind: 'rate_limited',
      times: 1,
      headers: { 'retry-after': '1' },
      next: { kind: 'json', value: { findings: [] } },
    });
    const evaluator = await api.post('/v1/evaluators', {
      name: 'A judge',
      kind: 'llm_judge',
      config: { model: 'judge' },
    });
    const conversationIds = await importConversations(api, 1);

    const experiment = await ended(
      await createExperiment({
        conversation_ids: conversationIds,
        model: 'writer',
        evaluator_id: evaluator.body.id,
      }),
    );

    expect(experiment).toMatchObject({
      status: 'completed',
      evaluator_name: 'A judge',
      evaluations_received: 2,
    });
    expect(models.requestsFor('writer')).toHaveLength(1);
    // The rejected call, the reply, and the original reply.
    expect(models.requestsFor('judge')).toHaveLength(3);
  });

  it('counts a reply without a verdict as neither clean nor an issue', async () => {
    models.on('garbled-judge', { kind: 'text', text: 'I would rather not say.' });
    const evaluator = await api.post('/v1/evaluators', {
      name: 'Garbled',
      kind: 'llm_judge',
      config: { model: 'garbled-judge' },
    });
    const conversationIds = await importConversations(api, 2);

    const experiment = await ended(
      await createExperiment({
        conversation_ids: conversationIds,
        pass_through: true,
        evaluator_id: evaluator.body.id,
      }),
    );

    expect(experiment).toMatchObject({
      status: 'completed',
      metrics: {
        issue_rate: null,
        issue_free_message_count: 0,
        total_issues: 0,
        evaluated_count: 0,
        no_verdict_count: 2,
      },
    });
    expect((await listItems(experiment.id))[0]).toMatchObject({
      status: 'completed',
      has_verdict: false,
      issue_count: null,
    });
  });

  it('counts a reply that the evaluator cannot judge apart from the clean ones', async () => {
    const [judgeable = ''] = await importConversations(api, 1);
    const detection = await api.post('/v1/detect-hallucinations', {
      messages: [
        { role: 'user', content: 'When was Lima founded?' },
        { role: 'assistant', content: 'In 1535.' },
      ],
    });

    const experiment = await ended(
      await createExperiment({
        conversation_ids: [judgeable, detection.body.conversation_id],
        pass_through: true,
      }),
    );

    expect(experiment).toMatchObject({
      status: 'completed',
      metrics: { evaluated_count: 1, no_verdict_count: 0, not_judgeable_count: 1 },
      baseline_metrics: { evaluated_count: 1, no_verdict_count: 0, not_judgeable_count: 1 },
    });
    const items = await listItems(experiment.id);
    expect(items.map(({ verdict, has_verdict }) => [verdict, has_verdict])).toEqual([
      ['completed', true],
      ['not_judgeable', false],
    ]);
    expect(items[1]).toMatchObject({ issue_count: null, baseline_issue_count: null });
  });

  it('has at most `concurrency` requests in flight', async () => {
    models.on('slowish', { kind: 'slow', ms: 100, next: { kind: 'text', text: 'In 1887.' } });
    models.maxInFlight = 0;
    const conversationIds = await importConversations(api, 12);

    await ended(
      await createExperiment({ conversation_ids: conversationIds, model: 'slowish', concurrency: 3 }),
    );

    expect(models.maxInFlight).toBe(3);
  });

  it('starts no item after max_cost_cents is reached', async () => {
    // 1,000,000 tokens of gpt-4o cost dollars, so one reply exceeds a cent.
    models.on('gpt-4o', {
      kind: 'text',
      text: 'In 1887.',
      usage: { prompt_tokens: 1_000_000, completion_tokens: 10 },
    });
    const conversationIds = await importConversations(api, 4);

    const experiment = await ended(
      await createExperiment({
        conversation_ids: conversationIds,
        model: 'gpt-4o',
        concurrency: 1,
        max_cost_cents: 1,
      }),
    );

    const items = await listItems(experiment.id);
    expect(items.map(({ status }) => status)).toEqual(['completed', 'failed', 'failed', 'failed']);
    expect(items[1]?.error).toMatchObject({ code: 'max_cost_reached' });
  });
});

describe('POST /v1/experiments/{id}/cancel', () => {
  it('aborts the model calls in flight and fails the open items as cancelled', async () => {
    models.on('hangs', { kind: 'never' });
    const conversationIds = await importConversations(api, 5);
    const id = await createExperiment({ conversation_ids: conversationIds, model: 'hangs', concurrency: 2 });
    await eventually(async () => models.requestsFor('hangs').length === 2);

    const cancelled = await api.post(`/v1/experiments/${id}/cancel`);
    const experiment = await ended(id);

    expect(cancelled.status).toBe(200);
    expect(experiment).toMatchObject({ status: 'cancelled', status_summary: { failed: 5, total: 5 } });
    expect((await listItems(id)).every(({ error }) => (error as { code: string }).code === 'cancelled')).toBe(
      true,
    );
    expect(models.requestsFor('hangs')).toHaveLength(2);
    expect(await api.post(`/v1/experiments/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'experiment_finished', input: null, ctx: { status: 'cancelled' } }] },
    });
  });
});

describe('POST /v1/experiments/{id}/retry', () => {
  it('retries only the failed items', async () => {
    models.on('flaky', (request) =>
      JSON.stringify(request.body.messages).includes('poison')
        ? { kind: 'status', status: 400, message: 'no' }
        : { kind: 'text', text: 'In 1887.' },
    );
    const good = await importConversations(api, 2);
    const { body: bad } = await api.post(
      '/v1/conversations',
      makeConversation({
        messages: [
          { role: 'user', content: 'poison' },
          { role: 'assistant', content: 'No.' },
        ],
      }),
    );
    const id = await createExperiment({ conversation_ids: [...good, bad.id], model: 'flaky' });
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      status_summary: { completed: 2, failed: 1 },
    });
    models.on('flaky', { kind: 'text', text: 'In 1887.' });
    const before = models.requestsFor('flaky').length;

    const retried = await api.post(`/v1/experiments/${id}/retry`);
    const experiment = await ended(id);

    expect(retried).toMatchObject({ status: 200, body: { completed_at: null } });
    expect(experiment).toMatchObject({ status: 'completed', status_summary: { completed: 3, failed: 0 } });
    expect(models.requestsFor('flaky').length - before).toBe(1);
    expect(await api.post(`/v1/experiments/${id}/retry`)).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'conflict' }] },
    });
  });
});

describe('DELETE /v1/experiments/{id}', () => {
  it('is rejected while the experiment runs, then deletes it with its items', async () => {
    models.on('hangs', { kind: 'never' });
    const conversationIds = await importConversations(api, 1);
    const id = await createExperiment({ conversation_ids: conversationIds, model: 'hangs' });
    const whileRunning = await api.delete(`/v1/experiments/${id}`);
    await api.post(`/v1/experiments/${id}/cancel`);
    await ended(id);

    const afterwards = await api.delete(`/v1/experiments/${id}`);

    expect(whileRunning).toMatchObject({ status: 409, body: { detail: [{ type: 'experiment_running' }] } });
    expect(afterwards.status).toBe(204);
    expect((await api.get(`/v1/experiments/${id}`)).status).toBe(404);
    expect((await api.get(`/v1/experiments/${id}/items`)).status).toBe(404);
  });
});

describe('POST /v1/experiments', () => {
  const problemsOf = ({ body }: ApiResponse) =>
    body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]);

  it('reports every problem of a request at once, with input and ctx', async () => {
    const response = await api.post('/v1/experiments', {
      name: '',
      conversation_ids: ['nonsense'],
      concurrency: 201,
      reasoning_config: { $where: 1, 'a.b': 2 },
      output_schema: [{ name: 'answer' }],
    });

    expect(response.status).toBe(422);
    expect(problemsOf(response)).toEqual(
      expect.arrayContaining([
        ['body.name', 'string_too_short'],
        ['body.model', 'missing'],
        ['body.conversation_ids.0', 'uuid_parsing'],
        ['body.concurrency', 'less_than_equal'],
        ['body.reasoning_config.$where', 'value_error'],
        ['body.reasoning_config.a.b', 'value_error'],
        ['body.output_schema.0.type', 'missing'],
      ]),
    );
    for (const entry of response.body.detail)
      expect(Object.keys(entry).sort()).toEqual(['ctx', 'input', 'loc', 'msg', 'type']);
  });

  it('reports each unknown conversation and stores nothing', async () => {
    const [known] = await importConversations(api, 1);
    const unknown = randomUUID();
    const before = (await api.get('/v1/experiments?limit=100')).body.items.length;

    const response = await api.post('/v1/experiments', {
      name: 'x',
      model: 'answers-well',
      conversation_ids: [known, unknown],
    });

    expect(response).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'conversation_ids', '1'], type: 'value_error', input: unknown }] },
    });
    expect((await api.get('/v1/experiments?limit=100')).body.items).toHaveLength(before);
  });

  it.each([
    ['a repeated conversation', (id: string) => ({ conversation_ids: [id, id] }), 'body.conversation_ids.1'],
    [
      'an unknown evaluator',
      (id: string) => ({ conversation_ids: [id], evaluator_id: randomUUID() }),
      'body.evaluator_id',
    ],
    [
      'a model of no provider',
      (id: string) => ({ conversation_ids: [id], model: 'embedded/nothing' }),
      'body.model',
    ],
    [
      'a cost limit with a model of unknown price',
      (id: string) => ({ conversation_ids: [id], max_cost_cents: 1 }),
      'body.max_cost_cents',
    ],
    [
      'a setting that could raise what a token costs',
      (id: string) => ({ conversation_ids: [id], reasoning_config: { effort: 'low', service_tier: 'flex' } }),
      'body.reasoning_config.service_tier',
    ],
    ['an unknown field', (id: string) => ({ conversation_ids: [id], colour: 'red' }), 'body.colour'],
  ])('rejects %s', async (_name, change, place) => {
    const [id] = await importConversations(api, 1);

    const response = await api.post('/v1/experiments', {
      name: 'x',
      model: 'answers-well',
      ...change(id as string),
    });

    expect(response.status).toBe(422);
    expect(problemsOf(response).map(([loc]) => loc)).toEqual([place]);
  });

  it('creates one experiment for a repeated request with the same Idempotency-Key', async () => {
    models.on('answers-well', { kind: 'text', text: 'In 1887.' });
    const conversationIds = await importConversations(api, 1);
    const request = { name: 'Once', model: 'answers-well', conversation_ids: conversationIds };
    const headers = { 'idempotency-key': randomUUID() };

    const first = await api.post('/v1/experiments', request, { headers });
    const second = await api.post('/v1/experiments', request, { headers });
    const other = await api.post('/v1/experiments', { ...request, name: 'Other' }, { headers });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 409, body: { detail: [{ type: 'idempotency_key_reused' }] } });
  });
});

describe('GET /v1/experiments', () => {
  it('pages newest first without gaps or repeats, and echoes the query', async () => {
    models.on('answers-well', { kind: 'text', text: 'In 1887.' });
    const conversationIds = await importConversations(api, 1);
    const created: string[] = [];
    for (let index = 0; index < 5; index += 1)
      created.push(await createExperiment({ conversation_ids: conversationIds }));

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
      const { body } = await api.get(`/v1/experiments${query}`);
      expect(body.query).toEqual({ limit: 2, cursor });
      expect(body.has_more).toBe(body.next_page_cursor !== null);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_page_cursor;
    } while (cursor !== null);

    expect(seen.slice(0, 5)).toEqual(created.reverse());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    ['limit=0', 'greater_than'],
    ['limit=101', 'less_than_equal'],
    ['limit=ten', 'int_parsing'],
    ['cursor=forged', 'cursor_invalid'],
  ])('rejects %s', async (query, type) => {
    const response = await api.get(`/v1/experiments?${query}`);

    expect(response).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', query.split('=')[0]], type }] },
    });
  });
});

describe('costs of an experiment', () => {
  useFreshWorkspace(api, models);

  // US cents of a call with 100 input and 20 output tokens, by the list prices.
  const REPLY_CENTS = 0.0027;
  const VERDICT_CENTS = 0.045;

  function ended(id: string) {
    return eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at === null ? null : body;
    });
  }

  async function runJudged(count: number): Promise<string> {
    const evaluator = await api.post('/v1/evaluators', {
      name: `Judge of ${count}`,
      kind: 'llm_judge',
      config: { model: 'gpt-4o', verify: false },
    });
    const { body } = await api.post('/v1/experiments', {
      name: 'Costs',
      model: 'gpt-4o-mini',
      conversation_ids: await importConversations(api, count),
      evaluator_id: evaluator.body.id,
    });
    return body.id;
  }

  it('splits the cost into replies, verdicts and calls that bought nothing', async () => {
    const chargedButEmpty = { kind: 'message', message: { content: '' } } as const;
    models.on('gpt-4o-mini', inTurn(chargedButEmpty, { kind: 'text', text: 'It was opened in 1887.' }));
    models.on('gpt-4o', inTurn({ kind: 'text', text: 'Well …' }, { kind: 'json', value: { findings: [] } }));

    const id = await runJudged(2);
    const experiment = await ended(id);
    const { items } = (await api.get(`/v1/experiments/${id}/items`)).body;

    expect(experiment).toMatchObject({
      status: 'completed',
      generation_cost_cents: expect.closeTo(2 * REPLY_CENTS, 9),
      judging_cost_cents: expect.closeTo(4 * VERDICT_CENTS, 9), // both replies and both originals
      wasted_cost_cents: expect.closeTo(REPLY_CENTS + VERDICT_CENTS, 9),
    });
    for (const one of [experiment, ...items]) {
      const parts = [one.generation_cost_cents, one.judging_cost_cents, one.wasted_cost_cents];
      expect(one.cost_cents).toBe(parts.reduce((sum: number, cents) => sum + Number(cents), 0));
    }
    const total = items.reduce((sum, { cost_cents: cents }) => sum + Number(cents), 0);
    expect(total).toBeCloseTo(Number(experiment.cost_cents), 9);
    const detail = await api.get(`/v1/experiments/${id}/items/${items[0]?.id}`);
    expect(detail.body.cost_cents).toBe(items[0]?.cost_cents);
  });

  it('has no cost where the price of a model is unknown', async () => {
    models.on('unpriced', { kind: 'text', text: 'It was opened in 1887.' });
    const { body } = await api.post('/v1/experiments', {
      name: 'Unpriced',
      model: 'unpriced',
      conversation_ids: await importConversations(api, 1),
    });

    const costs = {
      cost_cents: null,
      generation_cost_cents: null,
      judging_cost_cents: 0,
      wasted_cost_cents: 0,
    };
    expect(await ended(body.id)).toMatchObject({
      status: 'completed',
      ...costs,
      metrics: { cost_per_1k: null },
    });
    const { items } = (await api.get(`/v1/experiments/${body.id}/items`)).body;
    expect(items).toMatchObject([costs]);
  });

  it('costs nothing with embedded models', async () => {
    const { body } = await api.post('/v1/experiments', {
      name: 'Free',
      model: 'embedded/extractive',
      conversation_ids: await importConversations(api, 1),
    });

    expect(await ended(body.id)).toMatchObject({
      cost_cents: 0,
      generation_cost_cents: 0,
      judging_cost_cents: 0,
      wasted_cost_cents: 0,
    });
  });
});

describe('replies to an output schema', () => {
  useFreshWorkspace(api);
  const output_schema = [{ name: 'year', type: 'integer' }];

  async function run(replies: string[]) {
    let sent = 0;
    models.on('shaped', () => ({ kind: 'text', text: replies[sent++ % replies.length] ?? '' }));
    const id = await createExperiment({
      model: 'shaped',
      conversation_ids: await importConversations(api, replies.length),
      output_schema,
      concurrency: 1,
    });
    return { experiment: await ended(id), items: await listItems(id) };
  }

  it('are counted and listed if they do not match, without an issue', async () => {
    const { experiment, items } = await run(['{"year": 1887}', '{"jahr": 1887}', 'In 1887.']);

    expect(experiment.metrics).toMatchObject({ schema_mismatch_count: 2, issue_labels: {} });
    expect(experiment.baseline_metrics.schema_mismatch_count).toBe(0);
    expect(
      items.map(({ schema_errors }) => (schema_errors as { path: string }[]).map(({ path }) => path)),
    ).toEqual([[], ['year', ''], ['']]);
    const detail = await api.get(`/v1/experiments/${experiment.id}/items/${items[2]?.id}`);
    expect(detail.body.schema_errors).toEqual([{ path: '', message: 'The reply is not JSON' }]);
  });

  it('are an issue if a label covers that', async () => {
    const { body } = await api.get('/v1/issue-config');
    const label = { name: 'bad_json', description: 'Not the schema', covers: ['schema_mismatch'] };
    const saved = await api.request('PUT', '/v1/issue-config', { body: { labels: [...body.labels, label] } });
    expect(saved.body).toMatchObject({ warnings: [] });

    const { experiment, items } = await run(['{"year": 1887}', '{"year": "1887"}']);

    expect(experiment.metrics).toMatchObject({ schema_mismatch_count: 1, issue_labels: { bad_json: 1 } });
    const detail = await api.get(`/v1/experiments/${experiment.id}/items/${items[1]?.id}`);
    expect(detail.body.annotations).toMatchObject([{ label: 'bad_json', text: '{"year": "1887"}' }]);
  });
});

describe('judging in an experiment', () => {
  useFreshWorkspace(api, models);

  const isVerification = ({ body }: RecordedRequest) =>
    JSON.stringify(body.messages).includes('# Stretch that is said');

  it('pays for no reply of a judge twice when Temporal retries an item', async () => {
    let failures = 0;
    models.on('judge', (request) => {
      if (!isVerification(request)) return { kind: 'json', value: { findings: [makeFinding('1889')] } };
      failures += 1;
      // More failures than the judge retries itself.
      if (failures <= 3) return { kind: 'status', status: 503 };
      return { kind: 'json', value: { reason: 'So it is.', confirmed: true } };
    });
    const evaluator = await api.post('/v1/evaluators', {
      name: 'Looks twice',
      kind: 'llm_judge',
      config: { model: 'judge', verify: true },
    });
    const created = await api.post('/v1/experiments', {
      name: 'Judged',
      model: 'as recorded',
      pass_through: true,
      conversation_ids: await importConversations(api, 1),
      evaluator_id: evaluator.body.id,
    });

    const experiment = await eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${created.body.id}`);
      return body.completed_at === null ? null : body;
    });

    expect(experiment).toMatchObject({ status: 'completed', metrics: { total_issues: 1 } });
    const requests = models.requestsFor('judge');
    expect(requests.filter((request) => !isVerification(request))).toHaveLength(1);
    expect(requests.filter(isVerification)).toHaveLength(4);
  });
});
