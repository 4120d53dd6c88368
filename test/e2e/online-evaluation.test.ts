import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import mongoose from 'mongoose';
import { findOnlineEvaluation } from '../../src/access/workspaces/workspace-settings';
import { createOnlineEvaluationReconciler } from '../../src/evaluation/online/online-evaluation.reconciler';
import { createOnlineEvaluationService } from '../../src/evaluation/online/online-evaluation.service';
import { createOnlineEvaluationWorkflows } from '../../src/evaluation/online/online-evaluation-workflows';
import { isSampled } from '../../src/evaluation/online/open-replies';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeFinding } from '../support/judges';
import { ModelServer } from '../support/model-server';
import { chatAttributes, exportOf, jsonSpan } from '../support/otlp-spans';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
const logger = createLogger('silent');
const pace = { pauseMs: 100, retryMs: 100 };
const debounce = { settleMs: 200, maxSettleMs: 2000 };
let temporal: Client;

beforeAll(async () => {
  temporal = connectTemporal(api.config.temporal);
  await api.startWorker();
});
afterAll(() => temporal.connection.close());

const workflowsOf = (client: Client) =>
  createOnlineEvaluationWorkflows(client, api.config.temporal.taskQueue, pace);

/** Requests an evaluation like the code that stores replies. */
async function request(workspaceId: string, conversationId: string, client = temporal): Promise<void> {
  const workflows = workflowsOf(client);
  const { markDue, start } = createOnlineEvaluationService({
    workflows,
    settingsOf: findOnlineEvaluation,
    debounce,
    logger,
  });
  await start(workspaceId, await markDue(workspaceId, [conversationId]));
}

async function makeEvaluated(settings: { enabled: boolean; sample_rate?: number }): Promise<string> {
  const workspaceId = await makeWorkspace(api);
  const { status } = await api.request('PATCH', `/v1/workspaces/${workspaceId}`, {
    body: { online_evaluation: settings },
  });
  expect(status).toBe(200);
  return workspaceId;
}

async function store(workspaceId: string, conversation = makeConversation()): Promise<string> {
  const { status, body } = await api.post('/v1/conversations', conversation, { workspaceId });
  expect(status).toBe(201);
  return body.id;
}

const read = async (workspaceId: string, id: string) =>
  (await api.get(`/v1/conversations/${id}`, { workspaceId })).body;

/** The evaluations of a conversation by message, after its request is completed. */
async function evaluated(workspaceId: string, id: string): Promise<string[]> {
  const due = mongoose.connection.collection<{ _id: string }>('due_evaluations');
  await eventually(async () => (await due.findOne({ _id: id })) === null);
  const { evaluations } = await read(workspaceId, id);
  return evaluations.map((one: { message_id: string }) => one.message_id).sort();
}

/** A conversation of `count` short replies. */
function makeLong(count: number) {
  const turn = (index: number) => [
    { role: 'user', content: `Say ${index}` },
    { role: 'assistant', content: `${index}` },
  ];
  return makeConversation({ messages: Array.from({ length: count }, (_, index) => turn(index)).flat() });
}

describe('a workspace with online evaluation', () => {
  it('evaluates new replies with its default evaluator', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const id = await store(workspaceId);

    await request(workspaceId, id);
    await evaluated(workspaceId, id);

    const { evaluations, messages } = await read(workspaceId, id);
    expect(evaluations).toMatchObject([
      {
        message_id: messages[2]?.id,
        status: 'completed',
        experiment_id: null,
        evaluator_version: 1,
        annotations: [{ text: '1889' }],
      },
    ]);
  });

  it('evaluates a reply once for any number of requests, and only new replies later', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const id = await store(workspaceId, makeLong(3));

    await Promise.all([request(workspaceId, id), request(workspaceId, id)]);
    const first = await evaluated(workspaceId, id);
    await request(workspaceId, id);
    const second = await evaluated(workspaceId, id);

    expect(first).toHaveLength(3);
    expect(second).toEqual(first);
  });

  it('evaluates the same half at a rate of 0.5, regardless of earlier evaluations', async () => {
    const workspaceId = await makeEvaluated({ enabled: true, sample_rate: 0.5 });
    const id = await store(workspaceId, makeLong(25));
    const { messages } = await read(workspaceId, id);
    const replies = messages.filter(({ role }: { role: string }) => role === 'assistant');
    const half = replies.map((one: { id: string }) => one.id).filter((one: string) => isSampled(one, 0.5));

    await request(workspaceId, id);
    const first = await evaluated(workspaceId, id);
    // Deletes another half of the evaluations, so that the second pass takes another path.
    await mongoose.connection.collection('evaluations').deleteMany({ messageId: { $in: half.slice(2) } });
    await mongoose.connection
      .collection('messages')
      .updateMany({ conversationId: id }, { $set: { verdicts: [] } });
    await request(workspaceId, id);
    const second = await evaluated(workspaceId, id);

    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(25);
    expect(first).toEqual(half.sort());
    expect(second).toEqual(first);
  });

  it('waits for Retry-After of a provider, then stores the verdict', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const verdict = { kind: 'json', value: { findings: [makeFinding('1889')] } } as const;
    models.on('limited', { kind: 'rate_limited', times: 5, headers: { 'retry-after': '1' }, next: verdict });
    const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'limited' } };
    const { body } = await api.post('/v1/evaluators', judge, { workspaceId });
    await api.put(`/v1/evaluators/${body.id}`, { is_default: true }, { workspaceId });
    const id = await store(workspaceId);

    await request(workspaceId, id);
    await evaluated(workspaceId, id);

    const { evaluations } = await read(workspaceId, id);
    expect(evaluations).toMatchObject([{ evaluator_id: body.id, status: 'completed', reason: null }]);
  });

  it('evaluates replies from traces', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const attributes = chatAttributes([['user', 'When was it opened?']], 'It was opened in 1889.');
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startMs: Date.now() };

    const { status } = await api.post('/v1/traces', exportOf(jsonSpan(span, attributes)), { workspaceId });
    expect(status).toBe(200);

    const { body } = await api.get('/v1/conversations', { workspaceId });
    expect(await evaluated(workspaceId, firstOf(body.items).id)).toHaveLength(1);
  });

  it('shows its workflows in the Temporal UI', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const id = await store(workspaceId);

    await request(workspaceId, id);

    const description = await temporal.workflow.getHandle(`evaluations/${workspaceId}/0`).describe();
    expect(description.searchAttributes).toMatchObject({ AssayWorkspaceId: [workspaceId] });
    expect(await description.staticSummary()).toContain(workspaceId);
  });
});

describe('a workspace without online evaluation', () => {
  it('starts no workflow', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    const id = await store(workspaceId);

    await request(workspaceId, id);

    const handle = temporal.workflow.getHandle(`evaluations/${workspaceId}/0`);
    await expect(handle.describe()).rejects.toBeInstanceOf(WorkflowNotFoundError);
    expect(await evaluated(workspaceId, id)).toEqual([]);
  });
});

describe('when Temporal is down while replies are stored', () => {
  it('evaluates them once it is back', async () => {
    const workspaceId = await makeEvaluated({ enabled: true });
    const id = await store(workspaceId);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const down = connectTemporal({ ...api.config.temporal, address: `127.0.0.1:${port}` });

    await request(workspaceId, id, down);
    expect((await read(workspaceId, id)).evaluations).toEqual([]);
    const pass = createOnlineEvaluationReconciler({ workflows: workflowsOf(temporal), logger }, 0);
    await pass(new AbortController().signal);

    expect(await evaluated(workspaceId, id)).toHaveLength(1);
  });
});

describe('an evaluation of stored replies', () => {
  const due = () => mongoose.connection.collection('due_evaluations');
  const all = { filter: 'role = assistant' };
  afterAll(() => expect(contract.unwitnessed('Evaluations')).toEqual([]));

  async function create(workspaceId: string, request: Record<string, unknown>) {
    const { status, body } = await contract.call('createEvaluation', { workspaceId, body: request });
    expect(status).toBe(202);
    return body;
  }

  const ended = (workspaceId: string, id: string | null) =>
    eventually(async () => {
      const params = { evaluation_id: String(id) };
      const { body } = await contract.call('getEvaluation', { workspaceId, params });
      return body.status === 'running' ? null : body;
    });

  it('evaluates what no evaluator has judged, and again for a new version of the evaluator', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    const ids = [await store(workspaceId, makeLong(3)), await store(workspaceId)];

    const estimated = await create(workspaceId, { ...all, dry_run: true });
    expect(estimated).toMatchObject({
      id: null,
      status: 'estimated',
      conversations: { listed: 2 },
      estimate: { replies_count: 4, judging: null },
    });
    expect(await due().countDocuments({ workspaceId })).toBe(0);
    const first = await create(workspaceId, all);
    expect(await ended(workspaceId, first.id)).toMatchObject({
      status: 'completed',
      evaluator_version: 1,
      conversations: { listed: 2, is_complete: true, pending: 0, evaluated: 2, failed: 0, cancelled: 0 },
    });
    expect((await create(workspaceId, { ...all, dry_run: true })).estimate?.replies_count).toBe(0);

    const { id: evaluatorId } = (await api.get('/v1/evaluators', { workspaceId })).body.items[0] ?? {
      id: '',
    };
    await api.put(`/v1/evaluators/${evaluatorId}`, { name: 'changed' }, { workspaceId });
    expect((await create(workspaceId, { ...all, dry_run: true })).estimate?.replies_count).toBe(4);
    const second = await create(workspaceId, { conversation_ids: ids.slice(0, 1) });
    await ended(workspaceId, second.id);
    const { evaluations } = await read(workspaceId, ids[0] ?? '');
    const versions = evaluations.map((one: { evaluator_version: number }) => one.evaluator_version).sort();
    expect(versions).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it('is created once for a repeated request', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    await store(workspaceId);
    const options = { workspaceId, headers: { 'idempotency-key': randomUUID() } };

    const first = await contract.call('createEvaluation', { ...options, body: all });
    await ended(workspaceId, first.body.id);
    const second = await contract.call('createEvaluation', { ...options, body: all });
    const other = await contract.call('createEvaluation', { ...options, body: { ...all, limit: 1 } });

    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(other).toMatchObject({ status: 409, body: { detail: [{ type: 'idempotency_key_reused' }] } });
    const { body: listed } = await api.get('/v1/evaluations', { workspaceId });
    expect(listed.items).toMatchObject([{ id: first.body.id, conversations: { listed: 1, evaluated: 1 } }]);
  });

  it('is in a list, newest first, with its progress', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    const id = await store(workspaceId);
    const { id: older } = await create(workspaceId, { conversation_ids: [id] });
    await ended(workspaceId, older);
    const { id: newer } = await create(workspaceId, all);
    const last = await ended(workspaceId, newer);

    const first = await contract.call('listEvaluations', { workspaceId, query: { limit: 1 } });
    const second = await contract.call('listEvaluations', {
      workspaceId,
      query: { limit: 1, cursor: first.body.next_page_cursor },
    });
    const wrong = await contract.call('listEvaluations', { workspaceId, query: { cursor: 'x' } });

    expect(first.body).toMatchObject({ items: [last], has_more: true, query: { limit: 1, cursor: null } });
    expect(second.body).toMatchObject({
      items: [{ id: older, filter: null, status: 'completed', conversations: { evaluated: 1 } }],
      has_more: false,
    });
    expect([wrong.status, wrong.body.detail[0].type]).toEqual([422, 'cursor_invalid']);
  });

  it('selects by a filter, up to a limit, and estimates the calls of a judge', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    for (let count = 1; count <= 3; count += 1) await store(workspaceId, makeLong(count));
    const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'limited' } };
    const { body: evaluator } = await api.post('/v1/evaluators', judge, { workspaceId });

    const request = { filter: 'role = "assistant"', limit: 2 };
    const estimated = await create(workspaceId, {
      ...request,
      evaluator_id: evaluator.id,
      dry_run: true,
    });
    const { id } = await create(workspaceId, request);

    expect(estimated.estimate).toMatchObject({ replies_count: 5, judging: { calls: { low: 5 } } });
    expect(await ended(workspaceId, id)).toMatchObject({ conversations: { listed: 2, evaluated: 2 } });
  });

  it('is cancelled with what is due', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    const wait = { 'retry-after': '600' };
    const verdict = { kind: 'json', value: { findings: [] } } as const;
    models.on('waits', { kind: 'rate_limited', times: 1000, headers: wait, next: verdict });
    const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'waits' } };
    const { body: evaluator } = await api.post('/v1/evaluators', judge, { workspaceId });
    await store(workspaceId);

    const { id } = await create(workspaceId, { ...all, evaluator_id: evaluator.id });
    await eventually(async () => (await due().findOne({ workspaceId, attempts: { $ne: null } })) !== null);
    const params = { evaluation_id: String(id) };
    const { status, body } = await contract.call('cancelEvaluation', { workspaceId, params });

    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(body.conversations).toMatchObject({ listed: 1, pending: 0, cancelled: 1 });
    expect(await due().countDocuments({ workspaceId })).toBe(0);
  });

  it('refuses unknown conversations, evaluations and filters, and two selections', async () => {
    const workspaceId = await makeEvaluated({ enabled: false });
    const ids = [randomUUID()];
    const statusOf = async (request: Record<string, unknown>) =>
      (await contract.call('createEvaluation', { workspaceId, body: request })).status;

    expect(await statusOf({})).toBe(422);
    expect(await statusOf({ conversation_ids: ids })).toBe(422);
    expect(await statusOf({ filter: 'role =' })).toBe(422);
    expect(await statusOf({ conversation_ids: ids, filter: 'role = "user"' })).toBe(422);
    for (const id of ['getEvaluation', 'cancelEvaluation'] as const) {
      expect((await contract.call(id, { workspaceId })).status).toBe(404);
      expect((await contract.call(id, { workspaceId, params: { evaluation_id: 'x' } })).status).toBe(422);
    }
  });
});
