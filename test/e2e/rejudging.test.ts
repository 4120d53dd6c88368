import { randomUUID } from 'node:crypto';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeFinding } from '../support/judges';
import { ModelServer } from '../support/model-server';
import { enterFreshWorkspace } from '../support/optimization-runs';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker(), 60_000);
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
  }, 60_000);
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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);

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
  }, 120_000);
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
  }, 120_000);
});
