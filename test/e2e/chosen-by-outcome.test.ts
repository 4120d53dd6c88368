import { randomUUID } from 'node:crypto';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { experimentsOf } from '../support/experiments';
import { makeJudgedReply } from '../support/judged-replies';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { makeMember } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());
const { createExperiment, runExperiment, runWithReply } = experimentsOf(api, models);

async function ended(id: string) {
  return eventually(async () => {
    const { body } = await contract.call('getExperiment', { params: { experiment_id: id } });
    return body.completed_at === null ? null : body;
  });
}

async function listItems(id: string) {
  return (await contract.call('listExperimentItems', { params: { experiment_id: id } })).body.items;
}

const createSet = async (body: object) =>
  (await contract.call('createSet', { body: { name: `set-${randomUUID()}`, ...body } })).body;

async function exportItems(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': api.workspaceId };
  const response = await fetch(`${api.url}/v1/experiments/${id}/items/export?format=csv`, { headers });
  return response.text();
}

describe('how conversations were chosen', () => {
  useFreshWorkspace(api, models);

  it('is known of sets, stated about named conversations, and refused where it is known', async () => {
    const { conversationId } = await makeJudgedReply(api);
    const named = { conversation_ids: [conversationId] };

    const sets = [
      { filter: 'label:*' },
      { filter: 'NOT label = other AND role = assistant', is_live: true },
      { finding_filter: 'created_at > 2020-01-01T00:00:00Z' },
      { filter: 'role = assistant' },
      named,
      { ...named, chosen_by: 'outcome' },
    ];

    expect(await Promise.all(sets.map(async (body) => (await createSet(body)).chosen_by))).toEqual([
      'outcome',
      'outcome',
      'outcome',
      'properties',
      'named',
      'outcome',
    ]);
    const refused = await contract.call('createSet', {
      body: { name: 'known', filter: 'role = assistant', chosen_by: 'properties' },
    });
    expect([refused.status, problems(refused)]).toEqual([422, ['body.chosen_by value_error']]);
  });

  it('is that of the latest version, and of the filters of a list', async () => {
    const { conversationId } = await makeJudgedReply(api);
    const set = await createSet({ conversation_ids: [conversationId] });
    await contract.call('addSetVersion', { params: { set_id: set.id }, body: { filter: 'label:*' } });

    const { body } = await contract.call('listSetVersions', { params: { set_id: set.id } });
    const query = { filter: 'issue_count > 0' };
    const listed = await contract.call('listConversations', { query });
    const ids = await contract.call('listConversationIds', { query: { type: 'detection' } });

    expect(body.items.map(({ chosen_by }) => chosen_by)).toEqual(['outcome', 'named']);
    expect([listed.body.chosen_by, ids.body.chosen_by]).toEqual(['outcome', 'properties']);
  });

  it('is stored in experiments and optimization runs, and merged when conversations are added', async () => {
    const [first, second] = await importConversations(api, 2, { tags: { batch: 'stored' } });
    const { conversationId } = await makeJudgedReply(api);
    const run = await contract.call('createOptimizationRun', {
      body: {
        name: 'Chosen',
        model: 'embedded/extractive',
        objective: { metric: 'issue_rate', direction: 'minimize' },
        filter: 'label:*',
      },
    });
    const id = await createExperiment([first as string], { pass_through: true, chosen_by: 'properties' });
    expect(await ended(id)).toMatchObject({ chosen_by: 'properties', replay_at: 'last_reply' });

    const add = (body: object) =>
      contract.call('addExperimentItems', { params: { experiment_id: id }, body });
    expect((await add({ conversation_ids: [first, second] })).body.chosen_by).toBe('named');
    await ended(id);
    const extended = await add({ filter: `label:* AND conversation_id = ${conversationId}` });

    expect(extended.body.chosen_by).toBe('outcome');
    expect(run.body).toMatchObject({ chosen_by: 'outcome' });
  });
});

describe('an experiment on conversations that were chosen because they failed', () => {
  useFreshWorkspace(api, models);
  const REPLIED = 'The Harrow Bridge was opened in 1889.';

  /** A set of conversations that each have a finding. */
  async function makeFailedSet(count: number): Promise<string> {
    const ids = await importConversations(api, count);
    await runExperiment(ids, { pass_through: true });
    const isOurs = `conversation_id:(${ids.join(' OR ')})`;
    const { name, chosen_by } = await createSet({ filter: `label:* AND ${isOurs}` });
    expect(chosen_by).toBe('outcome');
    return name;
  }

  const ofSet = (set: string) => ({ conversation_ids: undefined, set });
  const runOnSet = (set: string, text: string) => runWithReply([], text, ofSet(set));
  const compareWithOriginals = async (id: string) =>
    (await contract.call('compareWithBaseline', { params: { experiment_id: id } })).body;

  it('has no test against the original replies, and one against a fresh baseline', async () => {
    const set = await makeFailedSet(6);
    const id = await runOnSet(set, 'It was opened in 1887.');
    models.on('gpt-old', { kind: 'text', text: REPLIED });

    const compared = await compareWithOriginals(id);
    const request = { headers: { 'idempotency-key': randomUUID() }, params: { experiment_id: id }, body: {} };
    const created = await contract.call('createFreshBaseline', request);
    const repeated = await contract.call('createFreshBaseline', request);
    const baseline = await ended(created.body.id);

    expect(compared).toMatchObject({ untested_reason: 'chosen_by_outcome', replay_at: 'last_reply' });
    expect(compared.metrics[0]).toMatchObject({ value: 0, baseline_value: 1, difference: -1, n: 6 });
    for (const metric of compared.metrics) {
      expect(metric).toMatchObject({ p_value: null, e_value: null, interval_low: null, interval_high: null });
    }
    expect(created.status).toBe(201);
    expect(repeated.body.id).toBe(created.body.id);
    expect(baseline).toMatchObject({
      name: 'An experiment (fresh baseline)',
      baseline_of_experiment_id: id,
      model: 'gpt-old',
      chosen_by: 'outcome',
      set: expect.stringContaining(set),
      system_prompt_override: null,
      metrics: { issue_rate: 1 },
    });
    const [sent] = models.requestsFor('gpt-old');
    expect(sent?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const pairs = await contract.call('compareExperiments', {
      params: { experiment_id: baseline.id, other_id: id },
    });
    expect(pairs.body).toMatchObject({
      untested_reason: null,
      pairs: { compared: 6 },
      issue_presence: { only_in_first: 6, p_value: expect.closeTo(0.03125) },
    });
  });

  it('has no test against an experiment on the original replies', async () => {
    const set = await makeFailedSet(6);
    const id = await runOnSet(set, 'It was opened in 1887.');
    const originals = await runExperiment([], { pass_through: true, ...ofSet(set) });

    const { body } = await contract.call('compareExperiments', {
      params: { experiment_id: originals, other_id: id },
    });

    expect(body).toMatchObject({
      untested_reason: 'chosen_by_outcome',
      first: { pass_through: true },
      second: { pass_through: false },
      issue_presence: { only_in_first: 6, p_value: null, e_value: null },
      issues_per_reply: { difference: -1, interval_low: null, resamples: 0 },
    });
  });

  it('is refused with a stopping rule, which compares with the original replies', async () => {
    const set = await makeFailedSet(1);
    const body = { name: 'Stops', model: 'm', set, stop_when: { decided: true as const } };
    const schedule = {
      name: 'Stops',
      cron: '0 4 * * *',
      time_zone: 'UTC',
      overlap: 'skip' as const,
      experiment: body,
    };

    for (const response of [
      await contract.call('createExperiment', { body }),
      await contract.call('estimateExperiment', { body }),
      await contract.call('createSchedule', { body: schedule }),
    ]) {
      expect(response.status).toBe(422);
      expect(problems(response)).toEqual([expect.stringMatching(/stop_when value_error$/)]);
    }
  });

  it('has no fresh baseline by models that differ, unless one is chosen', async () => {
    const conversation = (model: string, provider: string | null) => {
      const { messages } = makeConversation() as { messages: object[] };
      return { messages: messages.map((it) => ('model' in it ? { ...it, model, provider } : it)) };
    };
    const [one] = await importConversations(api, 1, conversation('large', 'openai'));
    const [other] = await importConversations(api, 1, conversation('claude', 'anthropic'));
    const mixed = await runExperiment([one, other] as string[], { pass_through: true });
    const unconfigured = await runExperiment([other] as string[], { pass_through: true });
    const baselineOf = (id: string, body: object = {}) =>
      contract.call('createFreshBaseline', { params: { experiment_id: id }, body });

    const [ofMixed, ofUnconfigured] = [await baselineOf(mixed), await baselineOf(unconfigured)];
    models.on('chosen', { kind: 'text', text: REPLIED });

    expect([problems(ofMixed), problems(ofUnconfigured)]).toEqual([
      ['body.model value_error'],
      ['body.model value_error'],
    ]);
    expect(JSON.stringify(ofMixed.body)).toContain('large of the provider openai (1)');
    expect(JSON.stringify(ofUnconfigured.body)).toContain('claude of the provider anthropic (1)');
    expect((await baselineOf(mixed, { model: 'chosen' })).body).toMatchObject({ model: 'chosen' });
    expect((await baselineOf(randomUUID())).status).toBe(404);
    const { key } = await makeMember(api, 'viewer');
    const params = { experiment_id: mixed };
    expect((await contract.call('createFreshBaseline', { key, params, body: {} })).status).toBe(403);
  });
});

describe('replay_at: flagged_reply', () => {
  useFreshWorkspace(api, models);

  const system = 'Answer from the passage: The Harrow Bridge was opened in 1887 and is 214 metres long.';

  /** A chat whose first reply is flagged, and whose second one is clean. */
  async function makeChat(): Promise<string> {
    const turns = [
      { role: 'system', content: system },
      { role: 'user', content: `When was the Harrow Bridge opened? (${randomUUID()})` },
      { role: 'assistant', content: 'The Harrow Bridge was opened in 1889.' },
      { role: 'user', content: 'And how long is it?' },
      { role: 'assistant', content: 'The Harrow Bridge is 214 metres long.' },
    ];
    const chat = { external_id: randomUUID(), generation_info: { model: 'gpt-old', provider: 'openai' } };
    const judge = async (messages: object[]) => (await api.post('/v1/evaluate', { ...chat, messages })).body;
    expect((await judge(turns.slice(0, 3))).annotations).toHaveLength(1);
    const { conversation_id: id, annotations } = await judge(turns);
    expect(annotations).toEqual([]);
    return id;
  }

  it('replays the latest flagged reply, and its baseline is that reply', async () => {
    const ids = [await makeChat(), await makeChat()];
    const last = await runWithReply(ids, 'It is 214 metres long.');
    const id = await runWithReply(ids, 'It was opened in 1887.', { replay_at: 'flagged_reply' });
    models.on('gpt-old', { kind: 'text', text: 'It was opened in 1888.' });

    const [experiment, [item], compared] = [
      await ended(id),
      await listItems(id),
      (await contract.call('compareWithBaseline', { params: { experiment_id: id } })).body,
    ];
    const fresh = await contract.call('createFreshBaseline', { params: { experiment_id: id }, body: {} });
    await ended(fresh.body.id);

    expect(experiment).toMatchObject({
      replay_at: 'flagged_reply',
      chosen_by: 'outcome',
      metrics: { issue_rate: 0 },
      baseline_metrics: { issue_rate: 1 },
    });
    const { messages } = (await api.get(`/v1/conversations/${item?.conversation_id}`)).body;
    expect(item).toMatchObject({
      replayed_message_id: messages[2]?.id,
      replayed_message_index: 2,
      source_preview: expect.stringContaining('When was'),
    });
    expect((await listItems(last))[0]).toMatchObject({ replayed_message_index: 4 });
    const { body: detail } = await contract.call('getExperimentItem', {
      params: { experiment_id: id, item_id: item?.id ?? '' },
    });
    expect(detail.baseline_reply).toMatchObject({ message_id: messages[2]?.id, model: 'gpt-old' });
    expect(models.requestsFor('gpt-old').map(({ body }) => body.messages.length)).toEqual([2, 2]);
    expect(compared).toMatchObject({ replay_at: 'flagged_reply', untested_reason: 'chosen_by_outcome' });
    const exported = await exportItems(id);
    expect(exported).toContain(`,${messages[2]?.id},2,`);
    const compare = (first: string) =>
      contract.call('compareExperiments', { params: { experiment_id: first, other_id: id } });
    expect((await compare(last)).body.pairs).toMatchObject({ compared: 0, only_in_first: 2 });
    const paired = (await compare(fresh.body.id)).body;
    expect(paired).toMatchObject({ pairs: { compared: 2 }, untested_reason: null });
    expect(paired.items[0]).toMatchObject({ replayed_message_id: messages[2]?.id });
  });

  it('fails items without a flagged reply, and is refused if there is none', async () => {
    const flagged = await makeChat();
    const { conversationId: clean } = await makeJudgedReply(api, { isClean: true });
    const body = { name: 'Flagged', model: 'm', replay_at: 'flagged_reply' as const };

    const id = await runWithReply([flagged, clean], 'In 1887.', {
      replay_at: 'flagged_reply',
      system_prompt_override: 'Be brief.',
    });
    const refused = await contract.call('createExperiment', { body: { ...body, conversation_ids: [clean] } });
    const estimate = await contract.call('estimateExperiment', {
      body: { ...body, conversation_ids: [flagged, clean] },
    });
    const stopping = { ...body, conversation_ids: [flagged], stop_when: { decided: true as const } };

    expect(await ended(id)).toMatchObject({ status_summary: { completed: 1, failed: 1 } });
    const item = (await listItems(id)).find(({ conversation_id }) => conversation_id === clean);
    expect(item).toMatchObject({ replayed_message_id: null, attempts: 1, error: { code: 'value_error' } });
    expect(item?.error?.message).toContain('no flagged reply');
    expect([refused.status, problems(refused)]).toEqual([422, ['body.replay_at value_error']]);
    expect(estimate.body).toMatchObject({
      conversations_count: 2,
      generation: { calls: { low: 1, high: 1 } },
    });
    expect(problems(await contract.call('createExperiment', { body: stopping }))).toEqual([
      'body.stop_when value_error',
    ]);
  });

  it('replays the reply with a finding that the set selects, and none that reviews reject', async () => {
    const [chat, other] = [await makeChat(), await makeChat()];
    const findingOf = async (id: string) => {
      const filter = `conversation_id = ${id}`;
      return (await contract.call('listFindings', { query: { filter } })).body.items[0]?.id ?? '';
    };
    for (const [id, verdict] of [
      [chat, 'confirmed'],
      [other, 'rejected'],
    ] as const) {
      await contract.call('reviewFinding', {
        params: { finding_id: await findingOf(id) },
        body: { verdict },
      });
    }
    const ours = `conversation_id:(${chat} OR ${other})`;
    const { name } = await createSet({ finding_filter: `review = rejected AND ${ours}` });

    const bySet = await runWithReply([], 'In 1887.', {
      conversation_ids: undefined,
      set: name,
      replay_at: 'flagged_reply',
    });
    const byIds = await runWithReply([chat, other], 'In 1887.', { replay_at: 'flagged_reply' });

    expect(await listItems(bySet)).toMatchObject([{ conversation_id: other, replayed_message_index: 2 }]);
    expect((await listItems(byIds)).map((item) => item.replayed_message_index)).toEqual([2, null]);
  });
});
