import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeJudgedReply } from '../support/judged-replies';
import { ModelServer } from '../support/model-server';
import { claim, enterFreshWorkspace, send } from '../support/optimization-runs';
import { makeMember, makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);

describe('sets', () => {
  // Each test has conversations of a topic that no other has.
  async function importTopic(count: number, overrides: (index: number) => object = () => ({})) {
    const topic = randomUUID();
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const [id] = await importConversations(api, 1, { tags: { topic }, ...overrides(index) });
      ids.push(id as string);
    }
    return { ids, filter: `tags.topic = "${topic}"`, topic };
  }

  const uniqueName = () => `set-${randomUUID()}`;
  const create = (body: object) => contract.call('createSet', { body: { name: uniqueName(), ...body } });

  async function idsOf({ id, version }: { id: string; version: number }): Promise<string[]> {
    const { body } = await contract.call('listSetConversations', {
      params: { set_id: id, version: String(version) },
    });
    return body.conversation_ids;
  }

  describe('POST /v1/sets', () => {
    it('freezes the named conversations in their order', async () => {
      const { ids } = await importTopic(3);

      const { status, body } = await create({ conversation_ids: ids.toReversed() });

      expect(status).toBe(201);
      expect(body).toMatchObject({ version: 1, is_live: false, filter: null, conversation_count: 3 });
      expect(await idsOf(body)).toEqual(ids.toReversed());
    });

    it('selects the conversations with a matching message', async () => {
      const { ids, filter } = await importTopic(3);
      await importTopic(1);

      const { body } = await create({ filter: `${filter} AND role = assistant` });

      expect((await idsOf(body)).toSorted()).toEqual(ids.toSorted());
      expect(body.conversation_count).toBe(3);
    });

    it('selects the conversations whose findings have reviews that say so', async () => {
      const [confirmed, rejected] = [await makeJudgedReply(api), await makeJudgedReply(api)];
      for (const [{ findingId }, verdict] of [
        [confirmed, 'confirmed'],
        [rejected, 'rejected'],
      ] as const) {
        await contract.call('reviewFinding', { params: { finding_id: findingId }, body: { verdict } });
      }
      const isOurs = `conversation_id:(${confirmed.conversationId} OR ${rejected.conversationId})`;

      const { body } = await create({ finding_filter: `review = confirmed AND ${isOurs}`, is_live: true });
      expect(body).toMatchObject({ filter: null, finding_filter: expect.stringContaining('review') });
      expect(await idsOf(body)).toEqual([confirmed.conversationId]);

      const params = { finding_id: rejected.findingId };
      await contract.call('reviewFinding', { params, body: { verdict: 'confirmed' } });
      expect(new Set(await idsOf(body))).toEqual(
        new Set([confirmed.conversationId, rejected.conversationId]),
      );
    });

    it('has the conversations of an import, also of a repeated one', async () => {
      const lines = [1, 2, 3].map((index) =>
        JSON.stringify(makeConversation({ external_id: `${uniqueName()}-${index}` })),
      );
      const importLines = (text: string) =>
        api.request('POST', '/v1/conversations', {
          raw: text,
          headers: { 'content-type': 'application/x-ndjson' },
        });
      await importLines(lines.slice(0, 2).join('\n'));
      const { body: imported } = await importLines(lines.join('\n'));

      const { body } = await create({ conversation_ids: imported.conversation_ids });

      expect(imported).toMatchObject({ imported: 1, skipped: 2 });
      expect(await idsOf(body)).toEqual(imported.conversation_ids);
      expect(body.conversation_count).toBe(3);
    });

    it('divides conversations into two parts', async () => {
      const { ids } = await importTopic(12);
      const part = async (name: string) =>
        idsOf((await create({ conversation_ids: ids, split: { holdout_share: 0.4, part: name } })).body);

      const [search, holdout] = [await part('search'), await part('holdout')];

      expect([...search, ...holdout].toSorted()).toEqual(ids.toSorted());
      expect(await part('search')).toEqual(search);
    });

    it('removes repeated openings on request', async () => {
      const asked = (reply: string) => ({
        messages: [
          { role: 'user', content: 'Same question' },
          { role: 'assistant', content: reply },
        ],
      });
      const { ids } = await importTopic(3, (index) => (index < 2 ? asked(`Reply ${index}`) : {}));

      const { body } = await create({ conversation_ids: ids, unique_openings: true });

      expect(await idsOf(body)).toEqual([ids[0], ids[2]]);
    });

    it('draws a stratified sample, the same for the same seed', async () => {
      const { filter } = await importTopic(8, (index) => ({ ...withModel(index < 6 ? 'large' : 'small') }));
      const draw = async (seed: string) =>
        idsOf((await create({ filter, sample: { size: 4, seed, stratify_by: 'model' } })).body);

      const [first, again] = [await draw('one'), await draw('one')];

      expect(again).toEqual(first);
      const models = await Promise.all(
        first.map(async (id) => (await api.get(`/v1/conversations/${id}`)).body.models[0]),
      );
      expect(models.toSorted()).toEqual(['large', 'large', 'large', 'small']);
    });

    it.each([
      [{}, 'body value_error'],
      [{ conversation_ids: [randomUUID()], filter: 'label:*' }, 'body value_error'],
      [{ conversation_ids: [randomUUID()] }, 'body value_error'],
      [{ conversation_ids: [randomUUID()], is_live: true }, 'body.is_live value_error'],
      [{ filter: 'tags.topic = nothing-has-it' }, 'body value_error'],
      [{ filter: 'no_field = 1' }, 'body.filter value_error'],
      [{ finding_filter: 'no_field = 1' }, 'body.finding_filter value_error'],
      [{ filter: 'label:*', finding_filter: 'label:*' }, 'body value_error'],
      [{ name: 'with@sign', filter: 'label:*' }, 'body.name string_pattern_mismatch'],
      [{ filter: 'label:*', sample: { size: 0 } }, 'body.sample.size greater_than_equal'],
      [
        { filter: 'label:*', sample: { size: 1, stratify_by: 'color' } },
        'body.sample.stratify_by string_pattern_mismatch',
      ],
      [
        { filter: 'label:*', split: { holdout_share: 1, part: 'search' } },
        'body.split.holdout_share less_than',
      ],
    ])('responds 422 to %j', async (body, problem) => {
      const response = await create(body);

      expect(response.status).toBe(422);
      expect(problems(response)).toEqual([problem]);
    });

    it('responds 409 to a name that is taken, 403 to a viewer, and once to a repeated request', async () => {
      const { filter } = await importTopic(1);
      const body = { name: uniqueName(), filter };
      const request = { headers: { 'idempotency-key': randomUUID() }, body };
      const first = await contract.call('createSet', request);
      const viewer = await makeMember(api, 'viewer');

      expect((await contract.call('createSet', request)).body).toEqual(first.body);
      expect((await contract.call('createSet', { body })).status).toBe(409);
      expect((await contract.call('createSet', { key: viewer.key, body })).status).toBe(403);
    });
  });

  describe('versions of a set', () => {
    it('keep what they selected, and the latest is the set', async () => {
      const { ids, topic, filter } = await importTopic(2);
      const { body: first } = await create({ filter });
      await api.post('/v1/conversations', makeConversation({ tags: { topic } }));

      const { status, body: second } = await contract.call('addSetVersion', {
        params: { set_id: first.id },
        body: { filter },
      });

      expect(status).toBe(201);
      expect(second).toMatchObject({ id: first.id, version: 2, conversation_count: 3 });
      expect((await idsOf(first)).toSorted()).toEqual(ids.toSorted());
      expect((await contract.call('getSet', { params: { set_id: first.id } })).body).toEqual(second);
      const old = await contract.call('getSetVersion', { params: { set_id: first.id, version: '1' } });
      expect(old.body).toEqual(first);
      const { body: listed } = await contract.call('listSets', {});
      expect(listed.items.filter(({ id }: { id: string }) => id === first.id)).toEqual([second]);
    });

    it('are created once for an Idempotency-Key, also when the process ended before it responded', async () => {
      const { filter } = await importTopic(1);
      const { body: set } = await create({ filter });
      const headers = { 'idempotency-key': randomUUID() };
      const add = () =>
        contract.call('addSetVersion', { params: { set_id: set.id }, headers, body: { filter } });
      const first = await add();
      const versions = mongoose.connection.collection('conversation_sets');
      const stored = await versions.findOne({ setId: set.id, version: 2 });
      const abandoned = { $set: { answer: null, lockedUntil: new Date(0) } };
      const { matchedCount } = await mongoose.connection
        .collection('idempotency_keys')
        .updateOne({ resourceId: stored?.requestId }, abandoned);

      const repeated = await add();
      const other = await contract.call('addSetVersion', { params: { set_id: set.id }, body: { filter } });

      expect([matchedCount, repeated.status, first.body.version]).toEqual([1, 201, 2]);
      expect(repeated.body).toEqual(first.body);
      expect(other.body.version).toBe(3);
    });

    it('that are live select again at each use', async () => {
      const { topic, filter } = await importTopic(1);
      const { body: live } = await create({ filter, is_live: true });
      expect(live).toMatchObject({ is_live: true, conversation_count: null });
      expect(await idsOf(live)).toHaveLength(1);

      await api.post('/v1/conversations', makeConversation({ tags: { topic } }));

      expect(await idsOf(live)).toHaveLength(2);
    });

    it('get different numbers when they are created at the same time', async () => {
      const { filter } = await importTopic(1);
      const { body: set } = await create({ filter });

      const responses = await Promise.all(
        Array.from({ length: 5 }, () =>
          contract.call('addSetVersion', { params: { set_id: set.id }, body: { filter } }),
        ),
      );

      const created = responses.filter(({ status }) => status === 201).map(({ body }) => body.version);
      expect(new Set(created).size).toBe(created.length);
      expect(created.length).toBeGreaterThan(0);
      expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true);
      const { body: latest } = await contract.call('getSet', { params: { set_id: set.id } });
      expect(latest.version).toBe(Math.max(...created));
    });
  });

  describe('GET /v1/sets/{set_id}/versions', () => {
    it('lists versions page by page, the latest first', async () => {
      const { filter } = await importTopic(1);
      const { body: set } = await create({ filter });
      const params = { set_id: set.id };
      for (let version = 2; version <= 3; version += 1) {
        await contract.call('addSetVersion', { params, body: { filter, unique_openings: true } });
      }
      const page = async (query: object) =>
        (await contract.call('listSetVersions', { params, query: { limit: 2, ...query } })).body;

      const first = await page({});
      const second = await page({ cursor: first.next_page_cursor });

      const numbers = [first, second].map(({ items }) => items.map((it: { version: number }) => it.version));
      expect(numbers).toEqual([[3, 2], [1]]);
      expect(second.has_more).toBe(false);
      const unknown = await contract.call('listSetVersions', { params: { set_id: randomUUID() } });
      const wrong = await contract.call('listSetVersions', { params, query: { limit: 0 } });
      expect([unknown.status, wrong.status]).toEqual([404, 422]);
    });
  });

  describe('requests that select conversations', () => {
    const experiment = { name: 'Selected', model: 'as recorded', pass_through: true };
    const run = {
      name: 'Selected',
      model: 'embedded/extractive',
      objective: { metric: 'issue_rate', direction: 'minimize' },
    };
    const requests = [
      ['createExperiment', experiment],
      ['createOptimizationRun', run],
    ] as const;

    it.each(requests)('%s by a set, in the version that is meant', async (operation, body) => {
      const { ids, topic, filter } = await importTopic(2);
      const { body: set } = await create({ filter });
      await api.post('/v1/conversations', makeConversation({ tags: { topic } }));
      await contract.call('addSetVersion', { params: { set_id: set.id }, body: { filter } });

      const old = await contract.call(operation, { body: { ...body, set: `${set.name}@1` } });
      const latest = await contract.call(operation, { body: { ...body, set: set.name } });

      expect(old.status).toBe(201);
      expect(old.body).toMatchObject({ set: `${set.name}@1`, filter: null });
      expect(old.body.conversation_ids?.toSorted()).toEqual(ids.toSorted());
      expect(latest.body).toMatchObject({ set: `${set.name}@2` });
      expect(latest.body.conversation_ids).toHaveLength(3);
    });

    it.each(requests)('%s by a message filter', async (operation, body) => {
      const { ids, filter } = await importTopic(2);

      const response = await contract.call(operation, { body: { ...body, filter } });

      expect(response.status).toBe(201);
      expect(response.body).toMatchObject({ set: null, filter });
      expect(response.body.conversation_ids?.toSorted()).toEqual(ids.toSorted());
    });

    it('estimate the experiment of a set', async () => {
      const { filter } = await importTopic(3);
      const { body: set } = await create({ filter, is_live: true });

      const { status, body } = await contract.call('estimateExperiment', {
        body: { ...experiment, set: set.name },
      });

      expect(status).toBe(200);
      expect(body.items_count).toBe(3);
    });

    it.each([
      [{ set: 'nothing' }, ['body.set value_error']],
      [{ set: 'two@words@3' }, ['body.set string_pattern_mismatch']],
      [{ filter: 'no_field = 1' }, ['body.filter value_error']],
      [{ filter: 'tags.topic = nothing-has-it' }, ['body.filter value_error']],
      [{ filter: 'label:*', set: 'refunds' }, ['body value_error']],
      [{}, ['body.conversation_ids missing']],
      [{ name: '' }, ['body.name string_too_short', 'body.conversation_ids missing']],
    ])('respond 422 to %j', async (selection, expected) => {
      for (const [operation, body] of requests) {
        const response = await contract.call(operation, { body: { ...body, ...selection } });

        expect(response.status).toBe(422);
        expect(problems(response).toSorted()).toEqual(expected.toSorted());
      }
    });

    it('respond 422 with the deleted conversations of a set, until it has a new version', async () => {
      const { ids, filter } = await importTopic(2);
      const { body: set } = await create({ filter });
      await api.delete(`/v1/conversations/${ids[0]}`);
      const body = { ...experiment, set: set.name };

      const refused = await contract.call('createExperiment', { body });
      await contract.call('addSetVersion', {
        params: { set_id: set.id },
        body: { conversation_ids: [ids[1]] },
      });
      const accepted = await contract.call('createExperiment', { body });

      expect(refused).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'set'], ctx: { conversation_ids: [ids[0]] } }] },
      });
      expect(accepted.body.conversation_ids).toEqual([ids[1]]);
    });
  });

  describe('DELETE /v1/sets/{set_id}', () => {
    it('deletes all versions and frees the name; another workspace sees none of it', async () => {
      const { filter } = await importTopic(1);
      const { body: set } = await create({ filter });
      const elsewhere = await makeWorkspace(api);
      const params = { set_id: set.id };

      expect((await contract.call('getSet', { params, workspaceId: elsewhere })).status).toBe(404);
      expect((await contract.call('deleteSet', { params, workspaceId: elsewhere })).status).toBe(404);
      expect((await contract.call('deleteSet', { params })).status).toBe(204);
      expect((await contract.call('getSet', { params })).status).toBe(404);
      expect((await contract.call('createSet', { body: { name: set.name, filter } })).status).toBe(201);
    });
  });

  function withModel(model: string) {
    const { messages } = makeConversation() as { messages: object[] };
    return { messages: messages.map((message) => ('model' in message ? { ...message, model } : message)) };
  }
});

describe('prompt templates', () => {
  useFreshWorkspace(api, models);

  beforeAll(() => api.startWorker());
  beforeEach(() => enterFreshWorkspace(api));

  const PASSAGE =
    'Answer from the passage: The Harrow Bridge was opened in 1887 and is 214 metres long. It was designed by Ada Quill, ' +
    'who had won a competition against eleven other engineers of the county. The bridge replaced a ferry that had crossed ' +
    'the river since 1702.';
  const QUESTION = 'When was the Harrow Bridge opened?';

  function conversationWith(system: string) {
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: QUESTION },
        { role: 'assistant', content: 'It was opened in 1887.' },
      ],
    };
  }

  async function create(request: Record<string, unknown>): Promise<Schemas['Experiment']> {
    const { status, body } = await api.post('/v1/experiments', { name: 'Templates', model: 'm', ...request });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  }

  async function endedItem(id: string) {
    await eventually(async () => (await api.get(`/v1/experiments/${id}`)).body.completed_at !== null);
    const { body } = await api.get(`/v1/experiments/${id}/items`);
    return (await api.get(`/v1/experiments/${id}/items/${body.items[0]?.id}`)).body;
  }

  const sentTexts = () =>
    models
      .requestsFor('m')
      .at(-1)
      ?.body.messages.map(({ content }) => content);
  const dropped = (count: number) => [
    {
      code: 'system_text_not_sent',
      items_count: count,
      message: expect.stringContaining('{{system_prompt}}'),
    },
  ];

  it('inserts the original system prompt where the template says, without a warning', async () => {
    models.on('m', { kind: 'text', text: 'It was opened in 1887.' });
    const conversation_ids = await importConversations(api, 1, conversationWith(PASSAGE));

    const { id, warnings } = await create({
      conversation_ids,
      system_prompt_override: 'Be brief.\n{{system_prompt}}\nBe exact.',
    });

    expect(warnings).toEqual([]);
    expect(await endedItem(id)).toMatchObject({ status: 'completed', issue_count: 0 });
    expect(sentTexts()).toEqual([`Be brief.\n${PASSAGE}\nBe exact.`, QUESTION]);
  });

  it('judges against what the override leaves out, at places that readers find in the conversation', async () => {
    models.on('m', { kind: 'text', text: 'The bridge is 214 metres long and was opened in 1889.' });
    const conversation_ids = await importConversations(api, 1, conversationWith(PASSAGE));

    const { id, warnings } = await create({ conversation_ids, system_prompt_override: 'Be exact.' });

    expect(warnings).toEqual(dropped(1));
    const { annotations, baseline_annotations } = await endedItem(id);
    expect(sentTexts()).toEqual(['Be exact.', QUESTION]);
    expect(baseline_annotations).toEqual([]);
    // 214 is in the passage, which was not sent.
    expect(annotations).toMatchObject([{ text: '1889' }]);
    const [place] = annotations?.[0]?.evidence ?? [];
    expect(place).toMatchObject({ message_index: 0, message_part_index: 0 });
    expect(PASSAGE.slice(place?.start_offset, place?.end_offset)).toContain('1887');
  });

  it('accepts what the template states as evidence, at its place in the template', async () => {
    models.on('m', { kind: 'text', text: 'A ticket for the bridge costs 9 crowns.' });
    const conversation_ids = await importConversations(api, 1, conversationWith('Be polite.'));
    const template = 'Be exact. {{system_prompt}} A ticket for the bridge costs 7 crowns.';

    const { id } = await create({ conversation_ids, system_prompt_override: template });

    const { annotations } = await endedItem(id);
    expect(annotations).toMatchObject([{ text: expect.stringContaining('9') }]);
    const [place] = annotations?.[0]?.evidence ?? [];
    expect(place?.message_index).toBe(2); // the replayed reply's
    expect(template.slice(place?.start_offset, place?.end_offset)).toContain('7');
  });

  it('counts the conversations of which long system text is in nothing that is sent', async () => {
    const long = await importConversations(api, 2, conversationWith(PASSAGE));
    const short = await importConversations(api, 1, conversationWith('Be polite.'));
    const repeated = await importConversations(api, 1, {
      messages: [
        { role: 'system', content: PASSAGE },
        { role: 'user', content: `${PASSAGE}\n${QUESTION}` },
        { role: 'assistant', content: 'It was opened in 1887.' },
      ],
    });
    const conversation_ids = [...long, ...short, ...repeated];

    const warningsOf = async (request: Record<string, unknown>) =>
      (await create({ conversation_ids, ...request })).warnings;

    expect(await warningsOf({ system_prompt_override: 'Be exact.' })).toEqual(dropped(2));
    expect(await warningsOf({})).toEqual([]);
    expect(await warningsOf({ system_prompt_override: `Be exact. ${PASSAGE}` })).toEqual([]);
    expect(await warningsOf({ system_prompt_override: 'Be exact.', pass_through: true })).toEqual([]);
  });

  it('warns on runs, candidates and their experiments', async () => {
    models.otherwise({ kind: 'text', text: 'It was opened in 1887.' });
    const conversation_ids = await importConversations(api, 2, conversationWith(PASSAGE));
    const run = await api.post('/v1/optimization-runs', {
      name: 'Run',
      model: 'm',
      conversation_ids,
      system_prompt: 'Be exact.',
      objective: { metric: 'issue_rate', direction: 'minimize' },
    });
    expect(run.body.warnings).toEqual(dropped(2));
    const { lease } = (await claim(api)).body;
    const propose = async (texts: Record<string, unknown>) =>
      (
        await send(api, run.body.id, 'candidates', {
          lease_id: lease.lease_id,
          candidate_key: JSON.stringify(texts),
          ...texts,
        })
      ).body;

    const dropping = await propose({ system_prompt: 'Be brief.' });
    const inserting = await propose({ system_prompt: 'Be brief. {{system_prompt}}' });
    const other = await propose({ model: 'n' });
    expect(dropping.warnings).toEqual(dropped(2));
    expect(inserting.warnings).toEqual([]);
    expect(other.warnings).toEqual(dropped(2));

    const candidates = await eventually(async () => {
      const { items } = (await api.get(`/v1/optimization-runs/${run.body.id}/candidates`)).body;
      return items.every(({ status }) => status === 'measured') && items;
    });
    expect(candidates.map(({ warnings }) => warnings.length)).toEqual([1, 0, 1]);
    const experiment = await api.get(`/v1/experiments/${candidates[0]?.experiment_id}`);
    expect(experiment.body.warnings).toEqual(dropped(2));
  });

  it('refuses a template that inserts the original twice', async () => {
    const conversation_ids = await importConversations(api, 1);
    const template = '{{system_prompt}} {{ system_prompt }}';

    const refused = await api.post('/v1/experiments', {
      name: 'Twice',
      model: 'm',
      conversation_ids,
      system_prompt_override: template,
    });

    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'system_prompt_override'], type: 'value_error' }] },
    });
  });

  afterAll(() => api.stopWorker());
});
