import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import {
  carefulPrompt,
  enterFreshWorkspace,
  leaseOn,
  measuredCandidate,
  readRun,
  replyByPrompt,
  runIn,
  runRequest,
  send,
} from '../support/optimization-runs';
import { useApi, useContract } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const CONVERSATIONS = 80;

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker(), 60_000);
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
  const [search, holdout] = [await idsOf(candidate.experiment_id), await idsOf(ended.holdout_experiment_id)];
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
}, 180_000);

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
}, 120_000);

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
}, 120_000);

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
}, 60_000);
