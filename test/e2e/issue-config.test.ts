import { randomUUID } from 'node:crypto';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeFinding } from '../support/judges';
import { ModelServer } from '../support/model-server';
import { createRun, enterFreshWorkspace, runIn } from '../support/optimization-runs';
import { makeWorkspace } from '../support/people';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);

describe('configurations', () => {
  const kinds = [
    'fabrication',
    'context_misattribution',
    'reasoning_error',
    'incorrect_refusal',
    'tool_argument_fabrication',
  ];

  const label = (name: string) => ({ name, description: `About ${name}` });

  describe('/v1/issue-config', () => {
    it('begins with the five default labels', async () => {
      const { status, body } = await contract.call('getIssueConfig');

      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['created_at', 'domain_context', 'labels', 'version']);
      expect(body.labels.map(({ name }: { name: string }) => name)).toEqual([
        'fabrication',
        'context_misattribution',
        'reasoning_error',
        'incorrect_refusal',
        'tool_argument_fabrication',
      ]);
    });

    it('creates a version for each change, and none if nothing changes', async () => {
      const workspaceId = await makeWorkspace(api);
      const body = { labels: [label('wrong_tariff')], domain_context: 'Tariffs are per year.' };

      const first = await contract.call('saveIssueConfig', { workspaceId, body });
      const same = await contract.call('saveIssueConfig', { workspaceId, body });

      const { warnings, ...config } = first.body;
      expect(config).toEqual({
        labels: [{ ...label('wrong_tariff'), covers: [] }],
        domain_context: body.domain_context,
        version: 2,
        created_at: expect.any(String),
      });
      expect(warnings).toHaveLength(1);
      expect(same.body).toEqual(first.body);
      expect((await contract.call('getIssueConfig', { workspaceId })).body).toEqual(config);
    });

    it('warns of the kinds that no label covers', async () => {
      const workspaceId = await makeWorkspace(api);
      const save = async (...labels: object[]) =>
        (await contract.call('saveIssueConfig', { workspaceId, body: { labels } })).body.warnings;

      expect(await save({ ...label('wrong'), covers: kinds })).toEqual([]);
      expect(await save({ ...label('wrong'), covers: kinds.slice(1) })).toEqual([
        {
          code: 'kinds_not_covered',
          kinds: ['fabrication'],
          message: expect.stringContaining('fabrication'),
        },
      ]);
      expect(await save(label('reasoning_error'), label('tone'))).toMatchObject([
        { code: 'kinds_not_covered', kinds: kinds.filter((kind) => kind !== 'reasoning_error') },
      ]);
      expect(await save(label('tone'), { ...label('fabrication'), covers: [] })).toEqual([
        { code: 'no_kind_covered', kinds, message: expect.stringContaining('not_judgeable') },
      ]);
    });

    it('returns the kinds that a label covers by its name, and takes them for no change', async () => {
      const workspaceId = await makeWorkspace(api);
      const before = await contract.call('getIssueConfig', { workspaceId });
      const { labels } = before.body;

      const saved = await contract.call('saveIssueConfig', { workspaceId, body: { labels } });

      expect(labels.map(({ covers }: { covers: string[] }) => covers)).toEqual(kinds.map((kind) => [kind]));
      expect(saved.body).toEqual({ ...before.body, warnings: [] });
    });

    it('responds 409 to a change based on an outdated version, unless it changes nothing', async () => {
      const workspaceId = await makeWorkspace(api);
      const save = (name: string, version?: number) =>
        contract.call('saveIssueConfig', { workspaceId, body: { labels: [label(name)], version } });

      const seen = await save('seen', 1);
      const unseen = await save('unseen', 1);
      const again = await save('seen', 1);
      const rebased = await save('unseen', 2);

      expect(unseen).toMatchObject({
        status: 409,
        body: {
          detail: [{ type: 'conflict', loc: ['body', 'version'], input: 1, ctx: { version: 2 } }],
        },
      });
      expect([seen, again, rebased].map(({ body }) => body.version)).toEqual([2, 2, 3]);
    });

    it('accepts one of several parallel changes of the same version', async () => {
      const workspaceId = await makeWorkspace(api);

      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          contract.call('saveIssueConfig', {
            workspaceId,
            body: { labels: [label(`label_${index}`)], version: 1 },
          }),
        ),
      );

      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    });

    it('creates a version for each parallel writer', async () => {
      const workspaceId = await makeWorkspace(api);

      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          contract.call('saveIssueConfig', { workspaceId, body: { labels: [label(`label_${index}`)] } }),
        ),
      );

      expect(responses.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual([
        2, 3, 4, 5, 6, 7, 8, 9,
      ]);
    });

    it.each([
      [{}, 'body.labels missing'],
      [{ labels: [] }, 'body.labels too_short'],
      [{ labels: Array.from({ length: 51 }, (_, index) => label(`l${index}`)) }, 'body.labels too_long'],
      [{ labels: {} }, 'body.labels list_type'],
      [{ labels: [label('Not Snake')] }, 'body.labels.0.name string_pattern_mismatch'],
      [{ labels: [label('x'), label('x')] }, 'body.labels.1.name value_error'],
      [
        { labels: [{ name: 'x', description: 'd'.repeat(1001) }] },
        'body.labels.0.description string_too_long',
      ],
      [{ labels: [{ ...label('x'), covers: ['tone'] }] }, 'body.labels.0.covers.0 enum'],
      [{ labels: [{ ...label('x'), covers: null }] }, 'body.labels.0.covers list_type'],
      [
        { labels: [{ ...label('x'), covers: ['fabrication', 'fabrication'] }] },
        'body.labels.0.covers value_error',
      ],
      [
        { labels: [{ ...label('x'), covers: ['fabrication'] }, label('fabrication')] },
        'body.labels.1.covers value_error',
      ],
      [{ labels: [label('x')], domain_context: 'd'.repeat(8001) }, 'body.domain_context string_too_long'],
      [{ labels: [label('x')], domain: '' }, 'body.domain extra_forbidden'],
      [{ labels: [label('x')], version: 0 }, 'body.version greater_than_equal'],
    ])('responds 422 to invalid configurations (case %#)', async (body, problem) => {
      const response = await contract.call('saveIssueConfig', { body });

      expect(response.status).toBe(422);
      expect(
        response.body.detail.map(
          ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`,
        ),
      ).toEqual([problem]);
    });

    it('responds 422 to a user-scoped key without a workspace, or with an unknown one', async () => {
      const missing = await contract.call('getIssueConfig', { workspaceId: null });
      const wrong = await contract.call('getIssueConfig', { workspaceId: 'mine' });

      expect(missing.body).toEqual({
        detail: [
          { loc: ['header', 'x-workspace-id'], msg: 'Field required', type: 'missing', input: null, ctx: {} },
        ],
      });
      expect(wrong).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['header', 'x-workspace-id'], type: 'uuid_parsing' }] },
      });
    });
  });

  describe('GET /v1/issue-config/versions/{version}', () => {
    const read = (version: number | string, workspaceId?: string) =>
      contract.call('getIssueConfigVersion', {
        params: { version: String(version) },
        ...(workspaceId === undefined ? {} : { workspaceId }),
      });

    it('returns old versions as they were', async () => {
      const workspaceId = await makeWorkspace(api);
      const first = await contract.call('getIssueConfig', { workspaceId });
      const body = { labels: [{ ...label('wrong_tariff'), covers: ['fabrication'] }] };
      const { warnings: _warnings, ...second } = (
        await contract.call('saveIssueConfig', { workspaceId, body })
      ).body;

      expect((await read(1, workspaceId)).body).toEqual(first.body);
      expect((await read(2, workspaceId)).body).toEqual(second);
    });

    it('responds 404 to an absent version, also if another workspace has it, and 422 to no version', async () => {
      const [workspaceId, other] = [await makeWorkspace(api), await makeWorkspace(api)];
      await contract.call('saveIssueConfig', { workspaceId: other, body: { labels: [label('x')] } });

      expect(await read(2, workspaceId)).toMatchObject({
        status: 404,
        body: { detail: [{ type: 'not_found', loc: ['path', 'version'] }] },
      });
      expect((await read(2, other)).status).toBe(200);
      const refused = await Promise.all(
        ['x', 0, 1.5, -1, 99_999_999_999].map((one) => read(one, workspaceId)),
      );
      expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
    });
  });

  it('responded with every documented status', () => {
    expect(contract.unwitnessed('Issue config')).toEqual([]);
  });
});

describe('labels', () => {
  useFreshWorkspace(api, models);

  beforeAll(() => api.startWorker());
  beforeEach(() => enterFreshWorkspace(api));

  const wrongYear = { name: 'wrong_year', description: 'Another year.', covers: ['fabrication'] };

  async function saveLabels(...labels: object[]): Promise<void> {
    const { status } = await api.put('/v1/issue-config', { labels });
    expect(status).toBe(200);
  }

  async function createExperiment(count: number): Promise<string> {
    const { body } = await api.post('/v1/experiments', {
      name: 'Labeled',
      model: 'as recorded',
      pass_through: true,
      conversation_ids: await importConversations(api, count),
    });
    return body.id;
  }

  function ended(id: string): Promise<Schemas['Experiment']> {
    return eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at === null ? null : body;
    });
  }

  describe('custom labels with the embedded evaluator', () => {
    it('are those of an experiment', async () => {
      await saveLabels(wrongYear);

      const experiment = await ended(await createExperiment(2));

      expect(experiment.metrics).toMatchObject({
        issue_rate: 1,
        issue_labels: { wrong_year: 2 },
        evaluated_count: 2,
        not_judgeable_count: 0,
      });
    });

    it('without a kind make no reply of an experiment clean', async () => {
      await saveLabels({ name: 'tone', description: 'Rude.' });

      const experiment = await ended(await createExperiment(1));

      expect(experiment.metrics).toMatchObject({
        issue_rate: null,
        evaluated_count: 0,
        not_judgeable_count: 1,
      });
    });

    it('are those of an optimization run, also after the workspace has changed them', async () => {
      await saveLabels(wrongYear);
      const id = await createRun(api, { model: 'embedded/extractive' }, 1);
      await saveLabels({ name: 'tone', description: 'Rude.' });

      const run = await runIn(api, id, 'ready');

      expect(run.baseline_metrics).toMatchObject({ evaluated_count: 1, not_judgeable_count: 0 });
    });
  });

  afterAll(() => api.stopWorker());
});

describe('judging again', () => {
  useFreshWorkspace(api, models);

  beforeAll(() => api.startWorker());
  beforeEach(async () => {
    models.otherwise({ kind: 'text', text: 'The Harrow Bridge was opened in 1888.' });
    await enterFreshWorkspace(api);
  });

  const kinds = [
    'fabrication',
    'context_misattribution',
    'reasoning_error',
    'incorrect_refusal',
    'tool_argument_fabrication',
  ];

  const params = (id: string) => ({ params: { experiment_id: id } });

  function ended(id: string): Promise<Schemas['Experiment']> {
    return eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at === null ? null : body;
    });
  }

  async function runExperiment(conversationIds: string[], request: object = {}): Promise<string> {
    const { status, body } = await api.post('/v1/experiments', {
      name: 'Source',
      model: 'answers',
      conversation_ids: conversationIds,
      ...request,
    });
    expect(status).toBe(201);
    await ended(body.id);
    return body.id;
  }

  /** Starts judging the replies again and returns the new experiment, ended. */
  async function rejudge(id: string, body: object = {}): Promise<Schemas['Experiment']> {
    const { status, body: created } = await contract.call('rejudgeExperiment', { ...params(id), body });
    expect(status).toBe(201);
    return ended(created.id);
  }

  /** Labels that give every kind of issue a new name, as the next version of the configuration. */
  const relabel = (name: string) =>
    api.put('/v1/issue-config', { labels: [{ name, description: '', covers: kinds }] });

  const createJudge = async (model: string) =>
    (await api.post('/v1/evaluators', { name: model, kind: 'llm_judge', config: { model } })).body.id;

  const itemsOf = async (id: string) => (await api.get(`/v1/experiments/${id}/items?limit=100`)).body.items;

  const detailsOf = async (id: string) => {
    const items = await itemsOf(id);
    return Promise.all(
      items.map(async (item) => (await api.get(`/v1/experiments/${id}/items/${item.id}`)).body),
    );
  };

  describe('rejudging an experiment', () => {
    it('judges both sides again with the current labels, generates nothing and leaves the source', async () => {
      const id = await runExperiment(await importConversations(api, 3));
      const source = (await api.get(`/v1/experiments/${id}`)).body;
      const requests = models.requestsFor('answers').length;
      await relabel('wrong_year');

      const experiment = await rejudge(id);

      expect(experiment).toMatchObject({
        status: 'completed',
        model: 'answers',
        pass_through: false,
        rejudged_experiment_id: id,
        conversation_ids: source.conversation_ids,
        cost_cents: 0,
        yardstick: { ...source.yardstick, issue_config_version: 2 },
        metrics: { issue_rate: 1, issue_labels: { wrong_year: 3 } },
        baseline_metrics: { issue_rate: 1, issue_labels: { wrong_year: 3 } },
      });
      expect(source).toMatchObject({
        rejudged_experiment_id: null,
        yardstick: {
          evaluator_id: source.evaluator_id,
          evaluator_version: source.evaluator_version,
          issue_config_version: 1,
        },
      });
      const { total_output_tokens, avg_response_latency_ms } = experiment.metrics;
      expect(source.metrics).toMatchObject({ total_output_tokens, avg_response_latency_ms });
      expect(models.requestsFor('answers')).toHaveLength(requests);
      const texts = async (of: string) => (await detailsOf(of)).map(({ reply }) => reply?.parts);
      expect(await texts(experiment.id)).toEqual(await texts(id));
      expect((await api.get(`/v1/experiments/${id}`)).body).toEqual(source);
    });

    it('judges with the given evaluator, in the prompt that was sent', async () => {
      const ids = await importConversations(api, 1);
      const id = await runExperiment(ids, { system_prompt_override: 'The bridge was opened in 1888.' });
      models.on('judge', { kind: 'json', value: { findings: [] } });
      const evaluatorId = await createJudge('judge');

      const experiment = await rejudge(id, { evaluator_id: evaluatorId });

      expect(experiment).toMatchObject({
        evaluator_id: evaluatorId,
        system_prompt_override: 'The bridge was opened in 1888.',
        metrics: { issue_rate: 0, evaluated_count: 1 },
        baseline_metrics: { issue_rate: 0, evaluated_count: 1 },
      });
      const prompts = models.requestsFor('judge').map(({ body }) => JSON.stringify(body.messages));
      expect(prompts).toHaveLength(2);
      expect(prompts.filter((prompt) => prompt.includes('was opened in 1888.'))).toHaveLength(1);
      expect(prompts.filter((prompt) => prompt.includes('was opened in 1889.'))).toHaveLength(1);
    });

    it('judges original replies of a pass-through experiment once for both sides', async () => {
      const id = await runExperiment(await importConversations(api, 1), { pass_through: true });
      const judge = 'judge-of-originals';
      models.on(judge, { kind: 'json', value: { findings: [makeFinding('1889')] } });

      const experiment = await rejudge(id, { evaluator_id: await createJudge(judge) });

      expect(experiment).toMatchObject({
        pass_through: true,
        metrics: { total_issues: 1 },
        baseline_metrics: { total_issues: 1 },
      });
      expect(models.requestsFor(judge)).toHaveLength(1);
    });

    it('judges a reply in the conversation that it replied to, without the turns since', async () => {
      const { messages } = makeConversation();
      const sent = (messages as { role: string; content: string }[]).map(({ role, content }) => ({
        role,
        content,
      }));
      const turn = (more: object[]) =>
        api.post('/v1/detect-hallucinations', { messages: [...sent, ...more], external_id: 'chat' });
      const conversationId = (await turn([])).body.conversation_id;
      const id = await runExperiment([conversationId]);
      await turn([
        { role: 'user', content: 'And in 1888, as I said before?' },
        { role: 'assistant', content: 'It is 214 metres long.' },
      ]);
      await relabel('wrong_year');

      const experiment = await rejudge(id);

      const [detail] = await detailsOf(experiment.id);
      expect(detail).toMatchObject({
        annotations: [{ text: '1888', label: 'wrong_year' }],
        baseline_reply: { parts: [{ content: 'The Harrow Bridge was opened in 1889.' }] },
        baseline_annotations: [{ text: '1889', label: 'wrong_year' }],
      });
    });

    it('judges replies that were judged again before, after their source was deleted', async () => {
      const id = await runExperiment(await importConversations(api, 1));
      await relabel('second');
      const again = await rejudge(id);
      expect((await api.delete(`/v1/experiments/${id}`)).status).toBe(204);
      await relabel('third');

      const twice = await rejudge(again.id);

      expect(twice).toMatchObject({
        rejudged_experiment_id: again.id,
        metrics: { issue_labels: { third: 1 } },
      });
    });

    it('fails the items that have not begun when the source is deleted', async () => {
      const id = await runExperiment(await importConversations(api, 1));
      await api.stopWorker();
      const { body } = await contract.call('rejudgeExperiment', { ...params(id), body: {} });
      await api.delete(`/v1/experiments/${id}`);
      await api.startWorker();

      const experiment = await ended(body.id);

      expect(experiment).toMatchObject({ status: 'failed', status_summary: { failed: 1 } });
      expect(await itemsOf(experiment.id)).toMatchObject([
        { error: { code: 'not_found', message: 'Reply to judge again not found' } },
      ]);
    });

    it('starts one experiment for an idempotency key', async () => {
      const id = await runExperiment(await importConversations(api, 1));
      const headers = { 'idempotency-key': randomUUID() };

      const [first, second] = await Promise.all(
        [1, 2].map(() => contract.call('rejudgeExperiment', { ...params(id), body: {}, headers })),
      );
      const third = await contract.call('rejudgeExperiment', { ...params(id), body: {}, headers });

      expect([first, second].map((response) => response?.status).sort()).toContain(201);
      expect(third.body).toMatchObject({ rejudged_experiment_id: id });
      const all = (await api.get('/v1/experiments')).body.items;
      expect(all.filter((one) => one.rejudged_experiment_id === id)).toHaveLength(1);
    });

    it('responds 409 while the source is running, and without a stored reply', async () => {
      models.on('slow', { kind: 'never' });
      const [conversationId] = await importConversations(api, 1);
      const { body: open } = await api.post('/v1/experiments', {
        name: 'Open',
        model: 'slow',
        conversation_ids: [conversationId],
      });

      const running = await contract.call('rejudgeExperiment', { ...params(open.id), body: {} });
      await api.post(`/v1/experiments/${open.id}/cancel`);
      await ended(open.id);
      const empty = await contract.call('rejudgeExperiment', { ...params(open.id), body: {} });

      expect(running).toMatchObject({ status: 409, body: { detail: [{ type: 'experiment_running' }] } });
      expect(empty).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
    });

    it('responds 404 to an absent experiment and one of another workspace, 422 to an unknown evaluator', async () => {
      const id = await runExperiment(await importConversations(api, 1), { pass_through: true });
      const call = (source: string, body: object, workspaceId?: string) =>
        contract.call('rejudgeExperiment', { ...params(source), body, ...(workspaceId && { workspaceId }) });

      const absent = await call(randomUUID(), {});
      const elsewhere = await call(id, {}, await makeWorkspace(api));
      const unknown = await call(id, { evaluator_id: randomUUID() });
      const extra = await call(id, { model: 'other' });

      expect([absent, elsewhere].map(({ status, body }) => [status, body.detail[0].loc])).toEqual(
        Array(2).fill([404, ['path', 'experiment_id']]),
      );
      expect([unknown, extra].map(({ status, body }) => [status, body.detail[0].loc.at(-1)])).toEqual([
        [422, 'evaluator_id'],
        [422, 'model'],
      ]);
    });
  });

  describe('a comparison', () => {
    it('warns across yardsticks, names what differs, and does not warn after both were judged again', async () => {
      const ids = await importConversations(api, 1);
      const first = await runExperiment(ids, { pass_through: true });
      await relabel('wrong_year');
      const second = await runExperiment(ids);
      const compare = async (one: string, other: string) =>
        (await api.get(`/v1/experiments/${one}/compare/${other}`)).body;

      const across = await compare(first, second);
      await relabel('wrong_date');
      const [again, other] = [await rejudge(first), await rejudge(second)];
      const alike = await compare(again.id, other.id);

      expect(across).toMatchObject({
        first: { yardstick: { issue_config_version: 1 } },
        second: { yardstick: { issue_config_version: 2 } },
        warning: {
          code: 'different_yardsticks',
          differs: ['issue_config_version'],
          message: expect.stringContaining('issue configuration (version 1 and 2)'),
        },
      });
      expect(alike).toMatchObject({ first: { yardstick: alike.second.yardstick }, warning: null });
    });
  });

  afterAll(() => api.stopWorker());
});
