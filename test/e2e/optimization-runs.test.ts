import { randomUUID } from 'node:crypto';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import {
  carefulPrompt,
  claim,
  createRun,
  enterFreshWorkspace,
  leasedRun,
  leaseOn,
  measuredCandidate,
  messagesOf,
  readRun,
  replyByPrompt,
  runIn,
  runRequest,
  send,
  witnessRefusals,
} from '../support/optimization-runs';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());

describe('optimization runs', () => {
  beforeEach(async () => {
    replyByPrompt(models);
    await enterFreshWorkspace(api);
  });

  const params = (id: string) => ({ params: { run_id: id } });

  describe('a run from creation to its best candidate', () => {
    it('measures the baseline, is claimed, measures candidates and accepts the better one', async () => {
      const id = await createRun(api, { constraints: [{ metric: 'issue_rate', max: 0.1 }] }, 7);
      const ready = await runIn(api, id, 'ready');
      expect(ready).toMatchObject({ baseline_metrics: { issue_rate: 1 }, epoch: 0, attempts: [] });
      expect(ready.yardstick).toEqual({
        evaluator_id: ready.evaluator_id,
        evaluator_version: ready.evaluator_version,
        issue_config_version: 1,
      });

      const claimed = await contract.call('claimOptimizationRun', { body: { runner_id: 'runner-1' } });
      expect(claimed).toMatchObject({
        status: 200,
        body: { run: { id, status: 'running' }, lease: { epoch: 1 } },
      });
      const leaseId = claimed.body.lease.lease_id;
      const worse = await measuredCandidate(api, { id, leaseId }, { system_prompt: 'Answer.' });
      const better = await measuredCandidate(api, { id, leaseId }, { system_prompt: carefulPrompt });
      const completion = await contract.call('completeOptimizationRun', {
        ...params(id),
        body: { lease_id: leaseId, agent_turns: 3, best_candidate_id: better.id, summary: 'Two prompts.' },
      });

      expect(worse).toMatchObject({ status: 'measured', assessment: { verdict: 'constraints_violated' } });
      expect(better).toMatchObject({
        status: 'measured',
        metrics: { issue_rate: 0 },
        assessment: {
          verdict: 'better',
          objective: {
            baseline: 1,
            candidate: 0,
            pairs: 7,
            coverage: 1,
            p_value: expect.closeTo(0.015625, 10),
          },
          constraints: [{ metric: 'issue_rate', value: 0, is_met: true }],
        },
      });
      expect(completion).toMatchObject({
        status: 200,
        body: {
          status: 'completed',
          best_candidate_id: better.id,
          // Both measured candidates count.
          decision: {
            is_accepted: true,
            reason: 'better',
            decided_on: 'all_conversations',
            candidates_tested: 2,
            p_value_adjusted: expect.closeTo(0.03125, 10),
            holdout: null,
          },
        },
      });
      expect((await contract.call('getOptimizationRun', params(id))).body).toMatchObject({
        status: 'completed',
        best_candidate_id: better.id,
        summary: 'Two prompts.',
        candidates_count: 2,
        lease_expires_at: null,
        attempts: [{ epoch: 1, runner_id: 'runner-1', outcome: 'completed', agent_turns: 3 }],
      });
      const experiments = (await api.get('/v1/experiments')).body.items;
      expect(experiments).toHaveLength(3);
      expect(experiments.every((one: Record<string, unknown>) => one.optimization_run_id === id)).toBe(true);
      expect((await api.get(`/v1/experiments/${better.experiment_id}`)).body).toMatchObject({
        system_prompt_override: carefulPrompt,
        model: 'test-model',
      });
    });

    it('completes without a best candidate when the named one is not better, and says why', async () => {
      const run = await leasedRun(api);
      const candidate = await measuredCandidate(api, run, { system_prompt: 'Answer.' });

      const { body } = await contract.call('completeOptimizationRun', {
        ...params(run.id),
        body: { lease_id: run.leaseId, agent_turns: 1, best_candidate_id: candidate.id, summary: '' },
      });

      expect(body).toMatchObject({
        status: 'completed',
        best_candidate_id: null,
        decision: { is_accepted: false, reason: 'not_better' },
      });
    });

    it('completes without a best candidate when the named one was never measured', async () => {
      const run = await leasedRun(api);
      models.otherwise({ kind: 'never' });
      const proposed = await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { lease_id: run.leaseId, candidate_key: 'a', model: 'another-model' },
      });

      const { body } = await contract.call('completeOptimizationRun', {
        ...params(run.id),
        body: { lease_id: run.leaseId, agent_turns: 1, best_candidate_id: proposed.body.id, summary: '' },
      });

      expect(body).toMatchObject({ best_candidate_id: null, decision: { reason: 'candidate_not_measured' } });
      const { items } = (await contract.call('listCandidates', params(run.id))).body;
      expect(items).toMatchObject([{ status: 'cancelled', metrics: null, assessment: null }]);
    });

    it('fails when the baseline cannot be measured', async () => {
      models.otherwise({ kind: 'status', status: 400, message: 'no such model' });

      const run = await runIn(api, await createRun(api), 'failed');

      expect(run).toMatchObject({ error: { code: 'experiment_failed' }, completed_at: expect.any(String) });
    });
  });

  describe('POST /v1/optimization-runs', () => {
    it('responds 201 with a run in preparation, and creates one run per Idempotency-Key', async () => {
      const body = runRequest(await importConversations(api, 1));
      const headers = { 'idempotency-key': randomUUID() };

      const first = await contract.call('createOptimizationRun', { body, headers });
      const second = await contract.call('createOptimizationRun', { body, headers });
      const other = await contract.call('createOptimizationRun', {
        body: { ...body, name: 'Other' },
        headers,
      });

      expect(first).toMatchObject({
        status: 201,
        body: { max_attempts: 3, lease_seconds: 60, attempts: [] },
      });
      expect(second.body).toEqual(first.body);
      expect(other).toMatchObject({ status: 409, body: { detail: [{ type: 'idempotency_key_reused' }] } });
      expect((await contract.call('listOptimizationRuns')).body.items).toHaveLength(1);
    });

    it.each([
      ['without an objective', { objective: undefined }, ['body', 'objective'], 'missing'],
      [
        'with an unknown metric',
        { objective: { metric: 'x', direction: 'minimize' } },
        ['body', 'objective', 'metric'],
        'enum',
      ],
      [
        'with a label for a metric that has none',
        { objective: { metric: 'cost_per_1k', direction: 'minimize', label: 'x' } },
        ['body', 'objective', 'label'],
        'value_error',
      ],
      [
        'with a constraint without bound',
        { constraints: [{ metric: 'issue_rate' }] },
        ['body', 'constraints', '0'],
        'value_error',
      ],
      ['with a lease of no time', { lease_seconds: 0 }, ['body', 'lease_seconds'], 'greater_than_equal'],
      ['without attempts', { max_attempts: 0 }, ['body', 'max_attempts'], 'greater_than_equal'],
      [
        'with an unknown conversation',
        { conversation_ids: [randomUUID()] },
        ['body', 'conversation_ids', '0'],
        'value_error',
      ],
    ])('responds 422 %s', async (_name, overrides, loc, type) => {
      const ids = await importConversations(api, 1);

      const response = await contract.call('createOptimizationRun', { body: runRequest(ids, overrides) });

      expect(response.status).toBe(422);
      expect(response.body.detail[0]).toMatchObject({ loc, type });
      expect(response.body.detail[0]).toHaveProperty('input');
      expect(response.body.detail[0]).toHaveProperty('ctx');
    });
  });

  describe('the lists', () => {
    it('page through runs, newest first, and reject a foreign cursor', async () => {
      const first = await createRun(api);
      const second = await createRun(api);

      const { body: page } = await contract.call('listOptimizationRuns', { query: { limit: 1 } });
      const rest = await contract.call('listOptimizationRuns', {
        query: { limit: 1, cursor: page.next_page_cursor },
      });
      const foreign = await contract.call('listCandidates', {
        ...params(first),
        query: { cursor: page.next_page_cursor },
      });

      expect(page).toMatchObject({ items: [{ id: second }], has_more: true });
      expect(rest.body).toMatchObject({ items: [{ id: first }], has_more: false, next_page_cursor: null });
      expect(foreign).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
    });

    it('page through candidates in the order of their proposals', async () => {
      const run = await leasedRun(api);
      const one = await measuredCandidate(api, run, { system_prompt: 'One.' });
      const two = await measuredCandidate(api, run, { system_prompt: 'Two.' });

      const { body: page } = await contract.call('listCandidates', {
        ...params(run.id),
        query: { limit: 1 },
      });
      const { body: rest } = await contract.call('listCandidates', {
        ...params(run.id),
        query: { limit: 1, cursor: page.next_page_cursor },
      });

      expect(page).toMatchObject({ items: [{ id: one.id }], has_more: true });
      expect(rest).toMatchObject({ items: [{ id: two.id }], has_more: false });
    });
  });

  describe('POST …/cancel', () => {
    it('ends a leased run immediately; its runner gets cancel_requested, and others run_finished', async () => {
      const run = await leasedRun(api);

      const cancelled = await contract.call('cancelOptimizationRun', params(run.id));
      const holder = await contract.call('heartbeatOptimizationRun', {
        ...params(run.id),
        body: { lease_id: run.leaseId },
      });
      const other = await contract.call('heartbeatOptimizationRun', {
        ...params(run.id),
        body: { lease_id: randomUUID() },
      });
      const again = await contract.call('cancelOptimizationRun', params(run.id));

      expect(cancelled).toMatchObject({
        status: 200,
        body: { status: 'cancelled', cancel_requested: true, attempts: [{ outcome: 'cancelled' }] },
      });
      expect(holder).toMatchObject({ status: 200, body: { cancel_requested: true } });
      expect(other).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'run_finished', ctx: { status: 'cancelled' } }] },
      });
      expect(again).toMatchObject({ status: 409, body: { detail: [{ type: 'run_finished' }] } });
    });

    it('stops the experiment of a run whose baseline is being measured', async () => {
      models.otherwise({ kind: 'never' });
      const id = await createRun(api);

      await contract.call('cancelOptimizationRun', params(id));

      expect(await readRun(api, id)).toMatchObject({ status: 'cancelled', completed_at: expect.any(String) });
    });
  });

  describe('POST …/candidates', () => {
    it('returns one candidate for the same key and content, and rejects other content', async () => {
      const run = await leasedRun(api);
      const body = { lease_id: run.leaseId, candidate_key: 'a', system_prompt: 'One.' };

      const first = await contract.call('proposeCandidate', { ...params(run.id), body });
      const same = await contract.call('proposeCandidate', { ...params(run.id), body });
      const other = await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { ...body, system_prompt: 'Two.' },
      });

      expect([first.status, same.status, other.status]).toEqual([201, 201, 409]);
      expect(same.body.id).toBe(first.body.id);
      expect(other.body.detail[0]).toMatchObject({ type: 'conflict', loc: ['body', 'candidate_key'] });
    });

    it('responds 409 beyond max_candidates, 422 without text or with an unknown model', async () => {
      const run = await leasedRun(api, { max_candidates: 1 });
      const body = { lease_id: run.leaseId, candidate_key: 'a' };
      await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { ...body, system_prompt: 'One.' },
      });

      const beyond = await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { ...body, candidate_key: 'b', system_prompt: 'Two.' },
      });
      const empty = await contract.call('proposeCandidate', { ...params(run.id), body });
      const unknown = await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { ...body, model: 'embedded/nothing' },
      });

      expect(beyond).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'candidate_limit_reached', ctx: { max_candidates: 1 } }] },
      });
      expect(empty).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error' }] } });
      expect(unknown).toMatchObject({ status: 422, body: { detail: [{ type: 'model_unknown' }] } });
    });

    it('measures a candidate once across attempts', async () => {
      const run = await leasedRun(api);
      const texts = { candidate_key: 'a', system_prompt: 'One.' };
      const first = await measuredCandidate(api, run, texts);
      await send(api, run.id, 'fail', {
        lease_id: run.leaseId,
        agent_turns: 1,
        error_code: 'x',
        error_message: '',
      });
      const { body } = await claim(api);

      const named = await contract.call('completeOptimizationRun', {
        ...params(run.id),
        body: { lease_id: body.lease.lease_id, agent_turns: 0, best_candidate_id: first.id, summary: '' },
      });
      const again = await contract.call('proposeCandidate', {
        ...params(run.id),
        body: { lease_id: body.lease.lease_id, ...texts },
      });

      expect(named).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'best_candidate_id'] }] },
      });
      expect(again.body).toMatchObject({ id: first.id, status: 'measured', epoch: 2 });
    });
  });

  it('responded with every documented status', async () => {
    await witnessRefusals(contract, 'Optimization runs');

    expect(contract.unwitnessed('Optimization runs')).toEqual([]);
  });

  it('responds 404 to every request for an unknown run', async () => {
    for (const [operationId, body] of Object.entries(messagesOf(randomUUID()))) {
      const { status, body: response } = await contract.call(operationId, { body });
      expect({ operationId, status, detail: response.detail }).toMatchObject({
        operationId,
        status: 404,
        detail: [{ loc: ['path', 'run_id'], type: 'not_found', input: null, ctx: {} }],
      });
    }
  });
});

describe('a hold-out', () => {
  useFreshWorkspace(api, models);

  const CONVERSATIONS = 80;
  beforeEach(async () => {
    replyByPrompt(models);
    await enterFreshWorkspace(api);
  });

  async function importMany(count = CONVERSATIONS): Promise<string[]> {
    const lines = Array.from({ length: count }, () => JSON.stringify(makeConversation())).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const { status } = await api.request('POST', '/v1/conversations', { raw: lines, headers });
    expect(status).toBe(201);
    const { items } = (await api.get('/v1/conversations?limit=100')).body;
    return items.map((conversation) => conversation.id);
  }

  async function claimed(conversationIds: string[], overrides: Record<string, unknown> = {}) {
    const request = runRequest(conversationIds, { holdout_share: 0.5, ...overrides });
    const { status, body } = await contract.call('createOptimizationRun', { body: request });
    expect(status).toBe(201);
    await runIn(api, body.id, 'ready');
    return { id: body.id, ...(await leaseOn(api, body.id)) };
  }

  async function idsOf(experimentId: string | null): Promise<string[]> {
    const { body } = await api.get(`/v1/experiments/${String(experimentId)}`);
    return (body.conversation_ids ?? []).sort();
  }

  /** Names a candidate, whose replies on the hold-out take a while from now on. */
  async function complete(run: { id: string; leaseId: string }, named: Record<string, unknown>) {
    models.otherwise({ kind: 'slow', ms: 1000, next: { kind: 'text', text: 'The passage does not tell.' } });
    const body = { lease_id: run.leaseId, agent_turns: 3, summary: 'Done.', ...named };
    return contract.call('completeOptimizationRun', { params: { run_id: run.id }, body });
  }

  const onHoldout = (id: string) =>
    eventually(async () => {
      const run = await readRun(api, id);
      return run.holdout_experiment_id !== null && run;
    });

  it('decides on conversations that no candidate was searched on, and says how', async () => {
    const ids = await importMany();
    const run = await claimed(ids);
    const first = await measuredCandidate(api, run, { system_prompt: 'Answer.' });
    const candidate = await measuredCandidate(api, run, { system_prompt: carefulPrompt });
    const pending = await complete(run, { best_candidate_id: candidate.id });

    expect(pending).toMatchObject({
      status: 200,
      body: { status: 'running', completed_at: null, best_candidate_id: null, decision: null },
    });
    const measuring = await onHoldout(run.id);
    expect(measuring).toMatchObject({
      status: 'running',
      decision: null,
      lease_expires_at: null,
      holdout_candidate_id: candidate.id,
      attempts: [{ outcome: 'completed' }],
    });
    const beat = await send(api, run.id, 'heartbeat', { lease_id: run.leaseId });
    expect(beat).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'lease_lost', ctx: { status: 'running' } }] },
    });
    expect((await complete(run, { best_candidate_id: candidate.id })).body).toEqual(pending.body);
    expect((await complete(run, { best_candidate_id: first.id })).status).toBe(409);

    const ended = await runIn(api, run.id, 'completed');
    const [search, holdout] = [
      await idsOf(candidate.experiment_id),
      await idsOf(ended.holdout_experiment_id),
    ];
    expect([...search, ...holdout].sort()).toEqual([...ids].sort());
    expect(await idsOf(first.experiment_id)).toEqual(search);
    expect(ended).toMatchObject({
      best_candidate_id: candidate.id,
      holdout_share: 0.5,
      decided_on: 'holdout',
      search_conversations_count: search.length,
      holdout_conversations_count: holdout.length,
      decision: {
        is_accepted: true,
        reason: 'better',
        message: expect.stringContaining(`Decided on a hold-out of ${holdout.length} conversations`),
        candidate_id: candidate.id,
        decided_on: 'holdout',
        p_value: expect.any(Number),
        p_value_adjusted: null,
        candidates_tested: 1,
        search: { conversations: search.length, pairs: search.length },
        holdout: { conversations: holdout.length, pairs: holdout.length },
        min_effect: 0.05,
        power: expect.any(Number),
        assessment: { objective: { baseline: 1, candidate: 0, difference: -1, pairs: holdout.length } },
      },
    });
    expect(ended.decision?.p_value).toBeCloseTo(2 ** (1 - holdout.length), 12);
    expect((await complete(run, { best_candidate_id: candidate.id })).body).toEqual(pending.body);

    // The split depends on nothing but the conversations and the share.
    replyByPrompt(models);
    const other = await claimed(ids);
    const again = await measuredCandidate(api, other, { system_prompt: 'Be brief.' });
    expect(await idsOf(again.experiment_id)).toEqual(search);
  });

  it('takes the best candidate when asked to, and can be cancelled while it is measured', async () => {
    const run = await claimed(await importMany());
    await measuredCandidate(api, run, { system_prompt: 'Answer.' });
    const better = await measuredCandidate(api, run, { system_prompt: carefulPrompt });
    await complete(run, { best_candidate_id: null, choose: 'best' });
    expect(await onHoldout(run.id)).toMatchObject({ holdout_candidate_id: better.id });

    const cancelled = await contract.call('cancelOptimizationRun', { params: { run_id: run.id } });

    expect(cancelled.body).toMatchObject({ status: 'cancelled', decision: null, best_candidate_id: null });
    const experimentId = String(cancelled.body.holdout_experiment_id);
    await eventually(
      async () => (await api.get(`/v1/experiments/${experimentId}`)).body.status === 'cancelled',
    );
  });

  it('finds no winner when a relative constraint is not shown, and says how many pairs would do', async () => {
    // The rate of every candidate is that of the baseline: 1.
    models.otherwise({ kind: 'text', text: 'The Harrow Bridge was opened in 1889.' });
    const constraint = { metric: 'issue_rate', relative_to: 'baseline', max: 0.01 };
    const run = await claimed(await importMany(30), { constraints: [constraint], holdout_share: 0 });
    const candidate = await measuredCandidate(api, run, { system_prompt: 'Answer.' });
    const { body } = await complete(run, { best_candidate_id: candidate.id });

    const [check] = body.decision?.assessment?.constraints ?? [];
    expect(check).toMatchObject({ ...constraint, difference: 0, is_met: false, pairs: 30 });
    expect(check?.interval_high).toBeGreaterThan(0.01);
    expect(check?.pairs_needed).toBeGreaterThan(30);
    expect(body).toMatchObject({
      status: 'completed',
      best_candidate_id: null,
      decision: {
        reason: 'constraints_not_shown',
        decided_on: 'all_conversations',
        holdout: null,
        message: expect.stringMatching(
          /About [\d,]+ pairs would do\. Decided on all 30 conversations, with Holm's/,
        ),
      },
    });
  });

  it.each([
    ['a share of all conversations', { holdout_share: 1 }, ['body', 'holdout_share']],
    ['a negative share', { holdout_share: -0.1 }, ['body', 'holdout_share']],
    [
      'an effect of nothing',
      { objective: { metric: 'issue_rate', direction: 'minimize', min_effect: 0 } },
      ['body', 'objective', 'min_effect'],
    ],
    [
      'a constraint relative to something else',
      { constraints: [{ metric: 'issue_rate', max: 0.1, relative_to: 'best' }] },
      ['body', 'constraints', '0', 'relative_to'],
    ],
  ])('responds 422 to %s', async (_name, overrides, loc) => {
    const request = runRequest(await importMany(1), overrides);
    const { status, body } = await contract.call('createOptimizationRun', { body: request });

    expect([status, body]).toMatchObject([422, { detail: [{ loc }] }]);
  });

  it('responds 422 to a named candidate that the service should choose too', async () => {
    const run = await claimed(await importMany(1));
    const candidate: Schemas['Candidate'] = await measuredCandidate(api, run, { system_prompt: 'Answer.' });
    const { status, body } = await complete(run, { best_candidate_id: candidate.id, choose: 'best' });

    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'choose'] }] }]);
  });
});

describe('experiments of a run', () => {
  useFreshWorkspace(api, models);

  beforeEach(async () => {
    replyByPrompt(models);
    await enterFreshWorkspace(api);
  });

  const retry = (id: string) => api.post(`/v1/experiments/${id}/retry`);
  const remove = (id: string) => api.delete(`/v1/experiments/${id}`);
  const endedExperiment = (id: string) =>
    eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`);
      return body.completed_at !== null && body;
    });

  describe('the experiments of an open optimization run', () => {
    it('can be neither retried nor deleted until the run has ended, and the run decides on them', async () => {
      const run = await leasedRun(api, {}, 2);
      const candidate = await measuredCandidate(api, run, { system_prompt: 'Answer.' });
      const baselineId = String((await readRun(api, run.id)).baseline_experiment_id);
      const experiments = [baselineId, String(candidate.experiment_id)];

      const refused = await Promise.all(experiments.flatMap((id) => [retry(id), remove(id)]));
      const completion = await send(api, run.id, 'complete', {
        lease_id: run.leaseId,
        agent_turns: 1,
        best_candidate_id: candidate.id,
        summary: '',
      });
      const added = await api.post(`/v1/experiments/${baselineId}/items`, {
        conversation_ids: [randomUUID()],
      });
      const afterwards = await Promise.all(experiments.map(remove));

      const inUse = {
        status: 409,
        body: { detail: [{ type: 'experiment_in_use', ctx: { optimization_run_id: run.id } }] },
      };
      expect(refused).toMatchObject([inUse, inUse, inUse, inUse]);
      expect(added).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
      expect(completion).toMatchObject({ status: 200, body: { decision: { reason: 'not_better' } } });
      expect(afterwards.map(({ status }) => status)).toEqual([204, 204]);
    });

    it('are released once the workflow of the run was terminated and the run was closed', async () => {
      const run = await leasedRun(api);
      const baselineId = String((await readRun(api, run.id)).baseline_experiment_id);
      await send(api, run.id, 'cancel');

      expect((await retry(baselineId)).body.detail[0].type).toBe('conflict'); // none of its items failed
      expect((await remove(baselineId)).status).toBe(204);
    });
  });

  describe('a retry of an experiment whose run had a cost limit', () => {
    /** A request costs 25 cents: 100,000 tokens at 2.5 dollars a million. */
    const response = {
      kind: 'text',
      text: 'In 1887.',
      usage: { prompt_tokens: 100_000, completion_tokens: 0 },
    } as const;

    /** A cancelled run that has spent 25 of its 60 cents, with two failed items in its baseline. */
    async function endedRun(): Promise<{ id: string; baselineId: string }> {
      const contents = ['fine', 'refused', 'refused'];
      const conversations = await Promise.all(
        contents.map((content) =>
          api.post(
            '/v1/conversations',
            makeConversation({
              messages: [
                { role: 'user', content: `${content} ${randomUUID()}` },
                { role: 'assistant', content: 'No.' },
              ],
            }),
          ),
        ),
      );
      models.on('gpt-4o', ({ body }) =>
        JSON.stringify(body.messages).includes('refused') ? { kind: 'status', status: 400 } : response,
      );
      const ids = conversations.map(({ body }) => body.id);
      const created = await api.post(
        '/v1/optimization-runs',
        runRequest(ids, { model: 'gpt-4o', max_cost_cents: 60 }),
      );
      const id: string = created.body.id;
      const baselineId = String((await runIn(api, id, 'ready')).baseline_experiment_id);
      await send(api, id, 'cancel');
      return { id, baselineId };
    }

    it("may spend the rest of the run's budget, which counts towards the run, until it is exhausted", async () => {
      const { id, baselineId } = await endedRun();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      models.on('gpt-4o', () => held.then(() => response));

      const first = await retry(baselineId);
      const inProgress = await readRun(api, id);
      release();
      await endedExperiment(baselineId);
      const afterwards = await readRun(api, id);

      expect(first.status).toBe(200);
      expect(inProgress.cost_cents).toBe(25);
      expect(afterwards.cost_cents).toBe(75);
      models.on('gpt-4o', { kind: 'status', status: 400 });
      expect(await retry(baselineId)).toMatchObject({
        status: 409,
        body: { detail: [{ type: 'cost_limit_reached', ctx: { max_cost_cents: 60, cost_cents: 75 } }] },
      });
    });
  });
});
