import { randomBytes, randomUUID } from 'node:crypto';
import { EvaluationModel } from '../../src/conversations/evaluations/evaluation.model';
import { StoredMessageModel } from '../../src/conversations/storage/stored-message.model';
import { ExperimentItemModel, ExperimentModel } from '../../src/experiments/store/experiment.model';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { type Behaviour, ModelServer } from '../support/model-server';
import { chatAttributes, exportOf, jsonSpan } from '../support/otlp-spans';
import { owner } from '../support/owner';
import { makeWorkspace } from '../support/people';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());

describe('items', () => {
  /** The default number of calls in flight per provider. */
  const PERMITS = 16;

  async function createExperiment(request: Record<string, unknown>): Promise<string> {
    const { status, body } = await api.post('/v1/experiments', {
      name: 'Items',
      model: 'writer',
      ...request,
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.id;
  }

  async function listItems(id: string): Promise<{ status: string; error: unknown; attempts: number }[]> {
    return (await api.get(`/v1/experiments/${id}/items?limit=100`)).body.items;
  }

  async function ended(id: string) {
    return eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at === null ? null : body;
    });
  }

  async function exported(id: string, query: string) {
    const response = await fetch(`${api.url}/v1/experiments/${id}/items/export${query}`, {
      headers: { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': api.workspaceId },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** A model that replies only after `release`. */
  function holdModel(model: string, behaviour: Behaviour): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.on(model, async () => {
      await released;
      return behaviour;
    });
    return release;
  }

  /** Deletes the conversation of the first item while its reply is being generated, and returns its id. */
  async function deleteWhileGenerating(request: Record<string, unknown>, conversationIds: string[]) {
    const [first] = conversationIds;
    const model = String(request.model);
    const release = holdModel(model, {
      kind: 'text',
      text: 'In 1887.',
      usage: { prompt_tokens: 1_000_000, completion_tokens: 10 },
    });
    const id = await createExperiment({ ...request, conversation_ids: conversationIds, concurrency: 1 });
    await eventually(async () => models.requestsFor(model).length === 1);
    expect((await api.delete(`/v1/conversations/${first}`)).status).toBe(204);
    release();
    return id;
  }

  describe('an item', () => {
    it('is queued, not evaluating, while its judge waits for a permit of the provider', async () => {
      const release = holdModel('slow-judge', { kind: 'json', value: { findings: [] } });
      const { body: evaluator } = await api.post('/v1/evaluators', {
        name: 'A slow judge',
        kind: 'llm_judge',
        config: { model: 'slow-judge' },
      });

      const id = await createExperiment({
        pass_through: true,
        evaluator_id: evaluator.id,
        conversation_ids: await importConversations(api, PERMITS + 2),
      });

      await eventually(async () => {
        const { status_summary: summary } = (await api.get(`/v1/experiments/${id}`)).body;
        return summary.evaluating === PERMITS && summary.queued === 2;
      });
      release();
      expect(await ended(id)).toMatchObject({ status_summary: { completed: PERMITS + 2 } });
    });

    it('fails and leaves nothing behind if its conversation is deleted during the evaluation', async () => {
      const conversationIds = await importConversations(api, 2);
      const gone = { conversationId: conversationIds[0] ?? '' };

      const id = await deleteWhileGenerating({ model: 'writer' }, conversationIds);
      const experiment = await ended(id);

      expect(experiment).toMatchObject({ status_summary: { completed: 1, failed: 1 } });
      expect((await listItems(id))[0]).toMatchObject({
        status: 'failed',
        attempts: 1,
        error: { code: 'not_found', message: 'Conversation not found' },
      });
      expect(await StoredMessageModel.countDocuments(gone)).toBe(0);
      expect(await EvaluationModel.countDocuments(gone)).toBe(0);
    });

    it('counts towards max_cost_cents even when it fails', async () => {
      const conversationIds = await importConversations(api, 2);

      // A million tokens of gpt-4o cost dollars.
      const id = await deleteWhileGenerating({ model: 'gpt-4o', max_cost_cents: 1 }, conversationIds);
      await ended(id);

      expect((await listItems(id)).map(({ error }) => error)).toMatchObject([
        { code: 'not_found' },
        { code: 'max_cost_reached' },
      ]);
      expect(models.requestsFor('gpt-4o')).toHaveLength(1);
    });
  });

  describe('GET /v1/experiments/{id}/items?status=', () => {
    async function runMixed(): Promise<string> {
      models.on('half', ({ body }) =>
        JSON.stringify(body.messages).includes('refuse me')
          ? { kind: 'status', status: 400, message: 'no' }
          : { kind: 'text', text: 'In 1887.' },
      );
      const messages = [
        { role: 'user', content: 'refuse me' },
        { role: 'assistant', content: 'No.' },
      ];
      const [good, bad] = [
        await importConversations(api, 2),
        await importConversations(api, 3, { messages }),
      ];
      const mixed = [bad[0], good[0], bad[1], good[1], bad[2]];
      const id = await createExperiment({ model: 'half', conversation_ids: mixed });
      expect(await ended(id)).toMatchObject({ status_summary: { completed: 2, failed: 3 } });
      return id;
    }

    it('lists the items in that status in the order of the conversations, page by page', async () => {
      const id = await runMixed();
      const path = `/v1/experiments/${id}/items` as const;
      const failed = (await listItems(id)).filter(({ status }) => status === 'failed');

      const { body: first } = await api.get(`${path}?status=failed&limit=2`);
      const { body: second } = await api.get(`${path}?status=failed&limit=2&cursor=${first.next_cursor}`);

      expect(first).toMatchObject({ has_more: true });
      expect(second).toMatchObject({ has_more: false, next_cursor: null });
      expect([...first.items, ...second.items]).toEqual(failed);
      expect((await api.get(`${path}?status=queued`)).body).toEqual({
        items: [],
        next_cursor: null,
        has_more: false,
      });
      // A cursor of one list is invalid in another.
      for (const query of ['status=completed', ''])
        expect(await api.get(`${path}?limit=2&cursor=${first.next_cursor}&${query}`)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] },
        });
    });

    it.each(['done', 'in_progress', ''])('rejects %j', async (status) => {
      const response = await api.get(`/v1/experiments/${randomUUID()}/items?status=${status}`);

      expect(response).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'status'], type: 'enum' }] },
      });
    });
  });

  describe('GET /v1/experiments/{experiment_id}/items/export', () => {
    it('streams the items of the list in each format', async () => {
      const id = await createExperiment({
        pass_through: true,
        conversation_ids: await importConversations(api, 3),
      });
      await ended(id);
      const items = await listItems(id);

      const { bytes } = await exported(id, '');
      expect(
        bytes
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(items);

      const csv = await exported(id, '?format=csv&status=completed');
      expect(csv.response.headers.get('content-disposition')).toBe('attachment; filename=items.csv');
      const [names, ...lines] = csv.bytes.toString().split('\r\n');
      expect(names).toMatch(/^id,status,conversation_id,sample_index,/);
      expect(lines).toHaveLength(4);
      expect((await exported(id, '?status=failed')).bytes).toHaveLength(0);

      const parquet = await exported(id, '?format=parquet');
      expect(parquet.response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
      expect(parquet.bytes.subarray(-4).toString()).toBe('PAR1');
    });

    it('responds 404 to an unknown experiment in each format, and 422 to an unknown format', async () => {
      for (const format of ['ndjson', 'csv', 'parquet'])
        expect((await exported(randomUUID(), `?format=${format}`)).response.status).toBe(404);
      expect((await exported(randomUUID(), '?format=xlsx')).response.status).toBe(422);
    });
  });

  describe('samples_per_item', () => {
    const right = 'In 1887.';
    const wrong = 'In 1888.';

    /** Runs an experiment whose model replies to the conversations, in their order, with these samples. */
    async function runSamples(conversationIds: string[], replies: string[][], request: object = {}) {
      const model = `sampler-${randomUUID()}`;
      const remaining = replies.flat();
      models.on(model, () => ({ kind: 'text', text: remaining.shift() ?? 'Once too often.' }));
      const samples = { samples_per_item: replies[0]?.length ?? 1, concurrency: 1 };
      const id = await createExperiment({ model, conversation_ids: conversationIds, ...samples, ...request });
      return {
        id,
        model,
        experiment: await ended(id),
        items: (await listItems(id)) as Schemas['ExperimentItem'][],
      };
    }

    it('replies to each conversation as often, and counts each conversation once in comparisons', async () => {
      const conversationIds = await importConversations(api, 3);
      const { id, model, experiment, items } = await runSamples(conversationIds, [
        [right, wrong, right, right],
        [wrong, wrong, wrong, right],
        [right, right, right, right],
      ]);
      const other = await runSamples(conversationIds, [
        [right, wrong],
        [right, right],
        [wrong, wrong],
      ]);

      expect(models.requestsFor(model)).toHaveLength(12);
      expect(experiment).toMatchObject({
        samples_per_item: 4,
        status_summary: { completed: 12, total: 12 },
        // 12 new replies, and each original one once.
        evaluations_expected: 15,
        evaluations_received: 15,
        metrics: { evaluated_count: 12, issue_rate: 4 / 12, total_issues: 4 },
        baseline_metrics: { evaluated_count: 3, issue_rate: 1, total_issues: 3 },
        // Of 1, 3 and 0 of 4: 1.5/9 within, and ((4·42/144)/2 − 1/6)/4 between.
        issue_rate_variance: {
          conversations_count: 3,
          replies_count: 12,
          between_conversations: expect.closeTo(5 / 48, 12),
          within_conversation: expect.closeTo(1 / 6, 12),
          intraclass_correlation: expect.closeTo(5 / 13, 12),
          effective_replies_count: expect.closeTo(39 / 7, 12),
        },
      });
      expect(items.map((item) => [item.conversation_id, item.sample_index, item.issue_count])).toEqual(
        [0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0].map((issues, position) => [
          conversationIds[Math.floor(position / 4)],
          position % 4,
          issues,
        ]),
      );
      const { body: detail } = await api.get(`/v1/experiments/${id}/items/${items[2]?.id}`);
      expect(detail).toMatchObject({ sample_index: 2, baseline_issue_count: 1 });
      expect(detail.baseline_annotations).toHaveLength(1);

      const { metrics } = (await api.get(`/v1/experiments/${id}/baseline-comparison`)).body;
      expect(metrics[0]).toMatchObject({ value: 4 / 12, baseline_value: 1, n: 3, p_value: 0.25 });
      const compared = (await api.get(`/v1/experiments/${id}/compare/${other.id}`)).body;
      expect(compared).toMatchObject({
        pairs: { compared: 3 },
        issue_presence: {
          in_both: expect.closeTo(1 / 8, 12),
          only_in_first: expect.closeTo(1 / 8 + 3 / 4, 12),
          only_in_second: expect.closeTo(3 / 8 + 1, 12),
          in_neither: expect.closeTo(3 / 8 + 1 / 4, 12),
          // Of 4 and 2 samples with an issue in 2, 3 and 2 of 6: exchanged, the sum is at least as large in 43.1%.
          p_value: expect.closeTo(0.8622, 1),
        },
        issues_per_reply: {
          first: expect.closeTo(1 / 3, 12),
          second: expect.closeTo(1 / 2, 12),
          difference: expect.closeTo(1 / 6, 12),
        },
        // Of the samples 0 and 1, which both have.
        spans: { kept: 1, added: 2, gone: 2 },
      });
      expect(compared.metrics[0]).toMatchObject({
        metric: 'issue_rate',
        n: 3,
        p_value: compared.issue_presence.p_value,
      });
      expect(compared.items.map((pair) => [pair.conversation_id, pair.sample_index])).toEqual([
        [conversationIds[1], 0],
        [conversationIds[1], 1],
        [conversationIds[2], 0],
        [conversationIds[2], 1],
      ]);
    });

    it('samples added conversations, and judges again every sample that has a reply', async () => {
      const conversationIds = await importConversations(api, 2);
      const { id, model } = await runSamples(conversationIds.slice(0, 1), [[right, wrong, right]]);
      await api.post(`/v1/experiments/${id}/items`, { conversation_ids: conversationIds });
      const grown = await ended(id);
      const { body: judging } = await api.post(`/v1/experiments/${id}/rejudge`, {});
      const judged = await ended(judging.id);

      expect(models.requestsFor(model)).toHaveLength(6);
      expect(grown).toMatchObject({
        status_summary: { completed: 6 },
        baseline_metrics: { evaluated_count: 2 },
      });
      expect(judged).toMatchObject({
        conversation_ids: conversationIds,
        samples_per_item: 3,
        status_summary: { completed: 6, total: 6 },
        metrics: { evaluated_count: 6 },
        baseline_metrics: { evaluated_count: 2 },
      });
      const items = (await listItems(judging.id)) as Schemas['ExperimentItem'][];
      expect(items.map((item) => item.sample_index)).toEqual([0, 1, 2, 0, 1, 2]);
      const { spans } = (await api.get(`/v1/experiments/${id}/compare/${judging.id}`)).body;
      expect(spans).toMatchObject({ added: 0, gone: 0, pairs_without_annotations: 0 });
    });

    it('responds 422 with pass_through, stop_when, too many samples or items', async () => {
      const conversation_ids = await importConversations(api, 1);
      const many = Array.from({ length: 5001 }, () => randomUUID());
      const refused = await Promise.all(
        [
          { conversation_ids, pass_through: true, samples_per_item: 2 },
          { conversation_ids, stop_when: { decided: true }, samples_per_item: 2 },
          { conversation_ids, reasoning_config: { seed: 7 }, samples_per_item: 2 },
          { conversation_ids, samples_per_item: 11 },
          { conversation_ids: many, samples_per_item: 2 },
        ].map((body) => api.post('/v1/experiments', { name: 'Refused', model: 'writer', ...body })),
      );

      expect(
        refused.map(({ status, body }) => [status, body.detail.map(({ loc }: Detail) => loc.join('.'))]),
      ).toEqual(Array(5).fill([422, ['body.samples_per_item']]));
    });
  });

  type Detail = { loc: string[] };

  describe('POST /v1/experiments/{id}/items', () => {
    const reply = { kind: 'text', text: 'In 1887.' } as const;
    const add = (id: string, body: object, headers?: Record<string, string>) =>
      contract.call('addExperimentItems', {
        params: { experiment_id: id },
        body,
        ...(headers && { headers }),
      });
    const calls = (model: string) => models.requestsFor(model).length;

    /** An ended experiment with a separate model. */
    async function runExperiment(conversationIds: string[], request: object = {}) {
      const model = `writer-${randomUUID()}`;
      models.on(model, reply);
      const id = await createExperiment({ model, conversation_ids: conversationIds, ...request });
      await ended(id);
      return { id, model };
    }

    async function createJudge(): Promise<{ judge: string; evaluatorId: string }> {
      const judge = `judge-${randomUUID()}`;
      models.on(judge, { kind: 'json', value: { findings: [] } });
      const request = { name: judge, kind: 'llm_judge', config: { model: judge } };
      return { judge, evaluatorId: (await api.post('/v1/evaluators', request)).body.id };
    }

    it('makes exactly five model calls for five conversations, and none for those that are there', async () => {
      const before = await importConversations(api, 3);
      const { id, model } = await runExperiment(before);
      const added = await importConversations(api, 5);
      const release = holdModel(model, reply);

      const opened = await add(id, { conversation_ids: [...before.slice(1), ...added] });
      const again = await add(id, { conversation_ids: added });
      await eventually(async () => calls(model) === 8);
      const running = (await api.get(`/v1/experiments/${id}`)).body;
      release();
      const experiment = await ended(id);
      const afterwards = await add(id, { conversation_ids: [...before, ...added] });

      expect([opened.status, again.status, afterwards.status]).toEqual([200, 200, 200]);
      expect(opened.body).toMatchObject({ id, completed_at: null, conversation_ids: [...before, ...added] });
      expect(running).toMatchObject({
        status: 'running',
        status_summary: { generating: 5, completed: 3, total: 8 },
        metrics: { evaluated_count: 3 },
        baseline_metrics: { evaluated_count: 3 },
      });
      expect(experiment).toMatchObject({
        status: 'completed',
        status_summary: { completed: 8, failed: 0, total: 8 },
        metrics: { evaluated_count: 8 },
        baseline_metrics: { evaluated_count: 8 },
        evaluations_expected: 16,
        evaluations_received: 16,
        conversations_added_at: experiment.requested_at,
      });
      expect(experiment.cost_cents).toBe(running.cost_cents);
      expect((await api.get(`/v1/experiments/${id}`)).body).toEqual(experiment);
      const items = (await api.get(`/v1/experiments/${id}/items?limit=100`)).body.items;
      expect(items.map((item: Schemas['ExperimentItem']) => item.conversation_id)).toEqual([
        ...before,
        ...added,
      ]);
      expect(calls(model)).toBe(8);
    });

    it('compares with an e-value afterwards, because the results were seen when conversations were added', async () => {
      const { id } = await runExperiment(await importConversations(api, 2));
      const rate = async () => (await api.get(`/v1/experiments/${id}/baseline-comparison`)).body.metrics[0];
      const before = await rate();

      await add(id, { conversation_ids: await importConversations(api, 1) });
      await ended(id);

      expect(before).toMatchObject({
        metric: 'issue_rate',
        n: 2,
        p_value: expect.any(Number),
        e_value: null,
      });
      expect(await rate()).toMatchObject({ n: 3, p_value: null, e_value: expect.any(Number) });
    });

    it('adds each conversation once when requests are concurrent or repeated', async () => {
      const { id, model } = await runExperiment(await importConversations(api, 1));
      const [one, other] = [await importConversations(api, 2), await importConversations(api, 2)];
      const headers = { 'idempotency-key': randomUUID() };

      const same = await Promise.all([1, 2].map(() => add(id, { conversation_ids: one })));
      await ended(id);
      const different = await Promise.all(
        [other.slice(0, 1), other.slice(1)].map((ids) => add(id, { conversation_ids: ids })),
      );
      await ended(id);
      const rest = await add(id, { conversation_ids: other }, headers);
      await ended(id);
      const replayed = await add(id, { conversation_ids: other }, headers);

      expect(same.map(({ status }) => status)).toEqual([200, 200]);
      expect(different.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(different.find(({ status }) => status === 409)?.body.detail[0].type).toBe('experiment_running');
      expect(replayed.body).toEqual(rest.body);
      expect((await ended(id)).status_summary).toMatchObject({ completed: 5, total: 5 });
      expect(calls(model)).toBe(5);
    });

    it('leaves failed items to a retry', async () => {
      const [first = '', second = ''] = await importConversations(api, 2);
      const { id, model } = await runExperiment([first]);
      const failing = await createExperiment({ model, conversation_ids: [second] });
      await ended(failing);
      await ExperimentItemModel.collection.updateMany(
        { experimentId: failing },
        { $set: { status: 'failed' } },
      );
      const release = holdModel(model, reply);

      await add(failing, { conversation_ids: [first] });
      await eventually(async () => calls(model) === 3);
      const running = (await api.get(`/v1/experiments/${failing}`)).body;
      release();

      expect(running.status_summary).toMatchObject({ generating: 1, failed: 1, total: 2 });
      expect((await ended(failing)).status_summary).toMatchObject({ completed: 1, failed: 1, total: 2 });
      expect(calls(model)).toBe(3);
      expect((await api.get(`/v1/experiments/${id}`)).body.conversations_added_at).toBeNull();
    });

    it('records the set while it selects all conversations', async () => {
      const [first = '', second = '', third = ''] = await importConversations(api, 3);
      const name = `growing-${randomUUID()}`;
      const set = (await api.post('/v1/sets', { name, conversation_ids: [first] })).body;
      const model = `writer-${randomUUID()}`;
      models.on(model, reply);
      const { body: created } = await api.post('/v1/experiments', { name: 'Items', model, set: name });
      await ended(created.id);
      await api.post(`/v1/sets/${set.id}/versions`, { conversation_ids: [first, second] });

      const bySet = (await add(created.id, { set: name })).body;
      await ended(created.id);
      const byId = (await add(created.id, { filter: `conversation_id = ${third}` })).body;
      await ended(created.id);

      expect(bySet).toMatchObject({ set: `${name}@2`, conversation_ids: [first, second] });
      expect(byId).toMatchObject({ set: null, filter: null, conversation_ids: [first, second, third] });
      expect(calls(model)).toBe(3);
    });

    it('judges the stored replies by another evaluator, and later only those that it lacks', async () => {
      const { id, model } = await runExperiment(await importConversations(api, 2));
      const { judge, evaluatorId } = await createJudge();
      const source = (await api.get(`/v1/experiments/${id}`)).body;

      const first = (await add(id, { evaluator_id: evaluatorId })).body;
      await ended(first.id);
      const repeated = (await add(id, { evaluator_id: evaluatorId })).body;
      const judgments = calls(judge);
      await add(id, { conversation_ids: await importConversations(api, 1) });
      await ended(id);
      const grown = (await add(id, { evaluator_id: evaluatorId })).body;
      const experiment = await ended(grown.id);

      expect(first).toMatchObject({
        evaluator_id: evaluatorId,
        rejudged_experiment_id: id,
        yardstick: { issue_config_version: source.yardstick.issue_config_version },
      });
      expect([repeated.id, grown.id]).toEqual([first.id, first.id]);
      expect(repeated.completed_at).not.toBeNull();
      expect(judgments).toBe(4); // both replies of each conversation
      expect(calls(judge)).toBe(6);
      expect(experiment).toMatchObject({
        status_summary: { completed: 3, total: 3 },
        metrics: { issue_rate: 0 },
      });
      expect(calls(model)).toBe(3);
      expect((await add(id, { evaluator_id: source.evaluator_id })).body.id).toBe(id);
      expect(await add(first.id, { conversation_ids: await importConversations(api, 1) })).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'conflict' }] },
      });
    });

    it('judges again what was paid for after the judging experiment was deleted', async () => {
      const { id } = await runExperiment(await importConversations(api, 1));
      const { judge, evaluatorId } = await createJudge();
      const first = (await add(id, { evaluator_id: evaluatorId })).body;
      const [item] = (await api.get(`/v1/experiments/${first.id}/items`)).body.items;
      await ended(first.id);
      expect((await api.delete(`/v1/experiments/${first.id}`)).status).toBe(204);

      const second = (await add(id, { evaluator_id: evaluatorId })).body;
      await ended(second.id);

      const [other] = (await api.get(`/v1/experiments/${second.id}/items`)).body.items;
      expect(second.id).toBe(first.id);
      expect(other?.id).not.toBe(item?.id); // spend is recorded once for each item
      expect(calls(judge)).toBe(3); // the verdict on the original reply was there
    });

    it('responds 409 while the workflow of a deleted judging experiment closes, then creates it again', async () => {
      const { id } = await runExperiment(await importConversations(api, 1));
      const { evaluatorId } = await createJudge();
      const column = (await add(id, { evaluator_id: evaluatorId })).body;
      await ended(column.id);
      expect((await api.delete(`/v1/experiments/${column.id}`)).status).toBe(204);
      const temporal = connectTemporal(api.config.temporal);
      const workflowId = `experiment/${column.id}`;
      const old = await eventually(() =>
        temporal.workflow
          .start('runExperiment', { workflowId, taskQueue: `no-worker-${column.id}`, args: [] })
          .catch(() => null),
      );

      const refused = await add(id, { evaluator_id: evaluatorId });
      await old.terminate();
      const created = await add(id, { evaluator_id: evaluatorId });
      await temporal.connection.close();

      expect(refused).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'experiment_running', msg: expect.stringMatching(/still closing/) }] },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect([created.status, created.body.id]).toEqual([200, column.id]);
      expect(await ended(column.id)).toMatchObject({ status_summary: { completed: 1 } });
    });

    it('responds 409 while the experiment runs, for both kinds of items', async () => {
      const model = `writer-${randomUUID()}`;
      const release = holdModel(model, reply);
      const [first = '', second = ''] = await importConversations(api, 2);
      const id = await createExperiment({ model, conversation_ids: [first] });

      const refused = [
        await add(id, { conversation_ids: [second] }),
        await add(id, { evaluator_id: (await createJudge()).evaluatorId }),
      ];
      release();
      await ended(id);

      expect(refused.map(({ status, body }) => [status, body.detail[0].type])).toEqual(
        Array(2).fill([409, 'experiment_running']),
      );
    });

    it('responds 422 without exactly one kind of items, to unknown ids and beyond 10,000, and 404', async () => {
      const [first = '', second = ''] = await importConversations(api, 2);
      const { id } = await runExperiment([first]);
      const unknown = randomUUID();

      const invalid = await Promise.all(
        [
          {},
          { conversation_ids: [second], evaluator_id: randomUUID() },
          { conversation_ids: [first, second, unknown] },
          { evaluator_id: unknown },
          { conversation_ids: [second], model: 'other' },
        ].map((body) => add(id, body)),
      );
      const absent = await add(randomUUID(), { conversation_ids: [second] });
      const full = [first, ...Array.from({ length: 9_999 }, () => randomUUID())];
      await ExperimentModel.collection.updateOne({ _id: id as never }, { $set: { conversationIds: full } });
      const beyond = await add(id, { conversation_ids: [second] });

      expect(
        invalid.map(({ status, body }) => [status, ...body.detail.map(({ loc }) => loc.join('.'))]),
      ).toEqual([
        [422, 'body'],
        [422, 'body'],
        [422, 'body.conversation_ids.2'],
        [422, 'body.evaluator_id'],
        [422, 'body.model'],
      ]);
      expect(absent).toMatchObject({ status: 404, body: { detail: [{ loc: ['path', 'experiment_id'] }] } });
      expect(beyond).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'conversation_ids'] }] },
      });
      expect((await api.get(`/v1/experiments/${id}`)).body.status).toBe('completed');
    });
  });
});

describe('unrecorded replies', () => {
  useFreshWorkspace(api, models);

  type Attributes = Parameters<typeof jsonSpan>[1];

  const asked = chatAttributes([['user', 'The tower was built in 1887. When was it built?']], null);
  const output = (...parts: object[]) => ({
    ...asked,
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
  });
  const openInference = {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'm',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'The tower was built in 1887. When was it built?',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': '__REDACTED__',
  };

  /** A workspace with one reply from a trace, which online evaluation has judged. */
  async function judge(attributes: Attributes) {
    const workspaceId = await makeWorkspace(api);
    const body = { online_evaluation: { enabled: true } };
    await api.request('PATCH', `/v1/workspaces/${workspaceId}`, { body });
    const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
    const span = jsonSpan({ ...ids, startMs: Date.now() - 60_000 }, attributes);
    expect((await api.post('/v1/traces', exportOf(span), { workspaceId })).status).toBe(200);
    const { id } = firstOf((await api.get('/v1/conversations', { workspaceId })).body.items);
    const evaluations = await eventually(async () => {
      const found = (await api.get(`/v1/conversations/${id}`, { workspaceId })).body.evaluations;
      return found.length > 0 ? found : null;
    });
    return { workspaceId, id, evaluation: firstOf(evaluations) };
  }

  const unrecorded: Record<string, Attributes> = {
    'a message without parts': output(),
    'a text that is left out': output({ type: 'text' }),
    'a call of a tool without arguments': output({ type: 'tool_call', id: 'c', name: 'find' }),
    'a text that OpenInference hides': openInference,
  };
  const inExperiment = output({ type: 'text' });
  const recorded = output({ type: 'text', content: 'It was built in 1889.' });
  /** All at once: online evaluation waits for further messages first. */
  const judged = new Map<Attributes, Awaited<ReturnType<typeof judge>>>();
  beforeAll(async () => {
    const replies = [...Object.values(unrecorded), inExperiment, recorded];
    await Promise.all(replies.map(async (reply) => judged.set(reply, await judge(reply))));
  });
  const judgedReply = (attributes: Attributes) => {
    const found = judged.get(attributes);
    if (found === undefined) throw new Error('The reply has not been judged');
    return found;
  };

  describe('a reply without recorded content is not judgeable', () => {
    it.each(Object.entries(unrecorded))('%s', async (_name, attributes) => {
      const { workspaceId, id, evaluation } = judgedReply(attributes);

      expect(evaluation).toMatchObject({ status: 'not_judgeable', reason: 'no_text', score: null });
      const { items } = (await api.get('/v1/conversations', { workspaceId })).body;
      expect(items).toMatchObject([
        { id, issue_count: null, evaluated_message_count: 0, not_judgeable_message_count: 1 },
      ]);
      const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
      const filter = encodeURIComponent(`created_at >= "${hours(-2)}" AND created_at < "${hours(1)}"`);
      const stats = await api.get(`/v1/analytics/agent-summary-stats?filter=${filter}`, { workspaceId });
      expect(stats.body).toMatchObject({ evaluated_message_count: 0, not_judgeable_message_count: 1 });
    });

    it('in experiments, where it is in no rate', async () => {
      const { workspaceId, id } = judgedReply(inExperiment);
      const request = { name: 'x', model: 'm', pass_through: true, conversation_ids: [id] };
      const created = await api.post('/v1/experiments', request, { workspaceId });
      expect(created.status).toBe(201);

      const experiment = await eventually(async () => {
        const { body } = await api.get(`/v1/experiments/${created.body.id}`, { workspaceId });
        return body.status === 'completed' ? body : null;
      });

      expect(experiment.metrics).toMatchObject({
        evaluated_count: 0,
        not_judgeable_count: 1,
        issue_rate: null,
      });
    });

    it('unlike one with content', () => {
      const { evaluation } = judgedReply(recorded);

      expect(evaluation).toMatchObject({ status: 'completed', annotations: [{ text: '1889' }] });
    });
  });
});
