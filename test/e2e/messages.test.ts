import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeFinding } from '../support/judges';
import { ModelServer } from '../support/model-server';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());

describe('messages', () => {
  afterAll(() => expect(contract.unwitnessed('Messages')).toEqual([]));

  /** Texts begin with a word for the kind of message. */
  const toolConversation = (name: string) =>
    makeConversation({
      external_id: name,
      tags: { run: name },
      messages: [
        { role: 'user', content: `ask ${name}`, created_at: '2026-02-01T10:00:00Z' },
        {
          role: 'assistant',
          content: `call ${name}`,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'look_up', arguments: '{}' } }],
          created_at: '2026-02-01T11:00:00Z',
          agent_name: 'desk',
          model: 'gpt-old',
        },
        { role: 'tool', tool_call_id: 'a', content: `result ${name}`, created_at: '2026-02-01T12:00:00Z' },
        { role: 'assistant', content: `answer ${name}`, created_at: '2026-02-02T10:00:00Z' },
      ],
    });

  async function importOne(name: string, workspaceId = api.workspaceId): Promise<string> {
    const { status, body } = await api.post('/v1/conversations', toolConversation(name), { workspaceId });
    if (status !== 201) throw new Error(`import responded ${status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  /**
   * Judges the last reply of a conversation, with one finding, and copies it by an experiment; returns its id.
   */
  async function judge(conversationId: string): Promise<string> {
    models.on('judge', () => ({ kind: 'json', value: { findings: [makeFinding('answer')] } }));
    const evaluator = await api.post('/v1/evaluators', {
      name: `Judge of ${conversationId}`,
      kind: 'llm_judge',
      config: { model: 'judge', verify: false },
    });
    const { body } = await api.post('/v1/experiments', {
      name: 'Judged',
      model: 'as recorded',
      pass_through: true,
      conversation_ids: [conversationId],
      evaluator_id: evaluator.body.id,
    });
    await eventually(async () => {
      const experiment = await api.get(`/v1/experiments/${body.id}`);
      return experiment.body.completed_at !== null;
    });
    return body.id;
  }

  /** The text of the first part of a message. */
  function textOf({ parts }: { parts: Schemas['MessagePart'][] }): string {
    const part = firstOf(parts);
    if ('content' in part) return String(part.content);
    if ('response' in part) return part.response;
    throw new Error(`a part of type ${part.type} has no text`);
  }

  const list = (query: Record<string, string | null>, workspaceId = api.workspaceId) =>
    contract.call('listMessages', { query, workspaceId });

  /** The texts of the messages of a list. */
  async function texts(query: Record<string, string>): Promise<string[]> {
    const { status, body } = await list(query);
    if (status !== 200) throw new Error(`the list responded ${status}: ${JSON.stringify(body)}`);
    return body.items.map(textOf);
  }

  const named = (name: string) => `tags.run = "${name}"`;

  describe('GET /v1/messages', () => {
    it('shows a message with its conversation, its tools and who wrote it', async () => {
      const conversationId = await importOne('shown');

      const { body } = await list({
        filter: `${named('shown')} AND role = assistant AND tool_name = look_up`,
      });

      expect(body.query).toEqual({
        limit: 50,
        cursor: null,
        filter: `${named('shown')} AND role = assistant AND tool_name = look_up`,
      });
      expect(body.items).toEqual([
        {
          id: expect.any(String),
          external_id: null,
          conversation_id: conversationId,
          conversation_type: 'import',
          experiment_id: null,
          sequence_number: 1,
          role: 'assistant',
          name: null,
          parts: [
            { type: 'text', content: 'call shown' },
            { type: 'tool_call', id: 'a', name: 'look_up', arguments: '{}' },
          ],
          generation: {
            model: 'gpt-old',
            provider: null,
            input_tokens: null,
            output_tokens: null,
            latency_ms: null,
            cost_usd: null,
            finish_reason: null,
          },
          is_error: false,
          agent_name: 'desk',
          prompt_version: null,
          extra: null,
          tool_names: ['look_up'],
          verdicts: [],
          created_at: '2026-02-01T11:00:00.000Z',
        },
      ]);
    });

    it('is newest first, and pages have no gaps or repeats', async () => {
      await importOne('paged');
      const filter = named('paged');

      const whole = await texts({ filter });
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await list({ filter, limit: '1', ...(cursor === null ? {} : { cursor }) });
        paged.push(textOf(firstOf(body.items)));
        cursor = body.next_page_cursor;
      } while (cursor !== null);

      expect(whole).toEqual(['answer paged', 'result paged', 'call paged', 'ask paged']);
      expect(paged).toEqual(whole);
    });

    it.each([
      ['tool_name = look_up', ['result each', 'call each']],
      ['agent_name = desk', ['call each']],
      ['created_at >= 2026-02-01T11:00:00Z AND created_at < 2026-02-01T12:00:00Z', ['call each']],
      ['NOT role = assistant', ['result each', 'ask each']],
    ])('selects messages by the filter %s', async (filter, expected) => {
      const { body } = await api.get(`/v1/conversations?external_id=each`);
      if (body.items.length === 0) await importOne('each');

      expect(await texts({ filter: `${named('each')} AND (${filter})` })).toEqual(expected);
    });

    it('shows findings, and replies of experiments only for filters on experiments', async () => {
      const conversationId = await importOne('judged');
      const experimentId = await judge(conversationId);
      const own = `conversation_id = ${conversationId}`;

      const { body } = await list({ filter: `${own} AND label = fabrication` });
      expect(body.items).toMatchObject([
        { parts: [{ content: 'answer judged' }], verdicts: [{ issue_count: 1, labels: ['fabrication'] }] },
      ]);
      expect(await texts({ filter: own })).toHaveLength(4);

      const ofExperiment = await list({ filter: `experiment_id = ${experimentId}` });
      expect(ofExperiment.body.items).toMatchObject([
        {
          conversation_id: conversationId,
          conversation_type: 'experiment',
          experiment_id: experimentId,
          verdicts: [{ issue_count: 1, labels: ['fabrication'] }],
        },
      ]);
      const { body: unfiltered } = await list({ limit: '100' });
      const shown = unfiltered.items.filter(
        (item: { conversation_id: string }) => item.conversation_id === conversationId,
      );
      expect(shown).toHaveLength(4);
    });

    it('shows nothing of another workspace for any filter', async () => {
      const conversationId = await importOne('secret');
      const elsewhere = await makeWorkspace(api, 'Elsewhere');

      for (const filter of [named('secret'), `conversation_id = ${conversationId}`, 'NOT role = system']) {
        expect((await list({ filter }, elsewhere)).body.items).toEqual([]);
      }
      expect((await list({}, randomUUID())).status).toBe(403);
    });

    it('rejects a cursor of another filter', async () => {
      await importOne('cursor');
      const { body } = await list({ filter: named('cursor'), limit: '1' });

      const response = await list({ filter: 'role = assistant', limit: '1', cursor: body.next_page_cursor });

      expect(response.status).toBe(422);
      expect(response.body.detail[0].type).toBe('cursor_invalid');
    });

    it('reports the errors of a filter and their positions', async () => {
      const response = await list({ filter: 'role = assistant AND colour = red' });

      expect(response.status).toBe(422);
      expect(problems(response)).toEqual(['query.filter value_error']);
      expect(response.body.detail[0].ctx.position).toBe(21);
    });
  });

  describe('GET /v1/conversations with a filter', () => {
    const names = async (query: Record<string, string>) => {
      const { status, body } = await api.get(`/v1/conversations?${new URLSearchParams(query)}`);
      if (status !== 200) throw new Error(`the list responded ${status}: ${JSON.stringify(body)}`);
      return body.items.map(({ external_id: name }) => name);
    };

    it('lists conversations with at least one message that it selects, together with the other parameters', async () => {
      await importOne('first');
      await importOne('second');
      const either = `(${named('first')} OR ${named('second')})`;

      expect((await names({ filter: `${either} AND tool_name = look_up` })).sort()).toEqual([
        'first',
        'second',
      ]);
      expect(await names({ filter: `${either} AND tool_name = fly` })).toEqual([]);
      expect(await names({ filter: either, external_id: 'first' })).toEqual(['first']);
      expect(await names({ filter: either, tag: 'run:second' })).toEqual(['second']);
      expect(await names({ filter: either, type: 'trace' })).toEqual([]);
    });

    it('requires one message that matches the whole filter', async () => {
      await importOne('alone');

      expect(await names({ filter: `${named('alone')} AND agent_name = desk AND role = user` })).toEqual([]);
      expect(await names({ filter: `${named('alone')} AND agent_name = desk` })).toEqual(['alone']);
    });

    it.each([
      ['created_at >= 2026-02-02T10:00:00Z', ['bounds']],
      ['created_at > 2026-02-02T10:00:00Z', []],
      ['created_at <= 2026-02-01T10:00:00Z', ['bounds']],
      ['created_at < 2026-02-01T10:00:00Z', []],
      ['created_at > 2026-02-01T12:00:00Z AND created_at < 2026-02-02T10:00:00Z', []],
    ])('is exact at the bounds %s', async (bounds, expected) => {
      if ((await names({ external_id: 'bounds' })).length === 0) await importOne('bounds');

      expect(await names({ filter: `${named('bounds')} AND ${bounds}` })).toEqual(expected);
    });

    it("finds the conversation of an experiment's reply, regardless of the time of its other messages", async () => {
      const conversationId = await importOne('replayed');
      const experimentId = await judge(conversationId);

      const filter = `experiment_id = ${experimentId} AND created_at >= 2026-03-01T00:00:00Z`;

      expect(await names({ filter })).toEqual(['replayed']);
    });

    it('has pages without gaps or repeats', async () => {
      for (const name of ['a', 'b', 'c']) await importOne(`page-${name}`);
      const filter = '(tags.run = "page-a" OR tags.run = "page-c") AND role = user';

      const first = await api.get(`/v1/conversations?${new URLSearchParams({ filter, limit: '1' })}`);
      const cursor = String(first.body.next_page_cursor);
      const second = await api.get(
        `/v1/conversations?${new URLSearchParams({ filter, limit: '1', cursor })}`,
      );

      const paged = [first.body.items[0]?.external_id, second.body.items[0]?.external_id];
      expect(paged.sort()).toEqual(['page-a', 'page-c']);
      expect(second.body.has_more).toBe(false);
      expect(first.body.query.filter).toBe(filter);
    });

    it('reports the errors of a filter', async () => {
      const response = await api.get('/v1/conversations?filter=role%20%3D');

      expect(response.status).toBe(422);
      expect(problems(response)).toEqual(['query.filter value_error']);
    });
  });

  it('looks up messages by an index on workspace and conversation', async () => {
    const explained = await mongoose.connection
      .collection('conversations')
      .aggregate([
        { $match: { workspaceId: api.workspaceId } },
        {
          $lookup: {
            from: 'messages',
            localField: '_id',
            foreignField: 'conversationId',
            pipeline: [
              { $match: { $and: [{ workspaceId: api.workspaceId }, { role: 'user' }] } },
              { $limit: 1 },
            ],
            as: 'selected',
          },
        },
      ])
      .explain('executionStats');

    expect(JSON.stringify(explained)).toContain('workspaceId_1_conversationId_1_sequenceNumber_1');
  });

  describe('long messages', () => {
    const long = 'é\u{1F600}'.repeat(30_000);
    const importLong = async (name: string, count: number, content = long) => {
      const messages = Array.from({ length: count }, (_, index) => ({
        role: 'user',
        content:
          index === 0
            ? [
                { type: 'text', text: content },
                { type: 'text', text: 'short' },
              ]
            : content,
        unknown_field: index === 0 ? 'x'.repeat(70_000) : undefined,
      }));
      const { status, body } = await api.post('/v1/conversations', {
        external_id: name,
        tags: { run: name },
        messages,
      });
      expect(status).toBe(201);
      return body.id as string;
    };

    it('are truncated in lists, with a flag, and returned in full by id', async () => {
      await importLong('cut', 1);

      const listed = firstOf((await list({ filter: named('cut') })).body.items);
      const whole = await contract.call('getMessage', { params: { message_id: listed.id } });

      expect(listed).toMatchObject({ truncated: true, total_parts: 2, extra: null });
      expect(listed.parts).toEqual([
        { type: 'text', content: [...long].slice(0, 16_384).join(''), total_chars: 60_000 },
        { type: 'text', content: 'short' },
      ]);
      expect(whole.status).toBe(200);
      expect(whole.body.parts[0]).toEqual({ type: 'text', content: long });
      expect(whole.body.extra).toEqual({ unknown_field: 'x'.repeat(70_000) });
      expect(whole.body).not.toHaveProperty('truncated');
    });

    it('make pages shorter, without gaps or repeats', async () => {
      // Each is just short enough to be listed in full.
      const contents = Array.from({ length: 150 }, (_, index) => `${index} ${'x'.repeat(60_000)}`);
      for (let start = 0; start < contents.length; start += 50) {
        const messages = contents.slice(start, start + 50).map((content) => ({ role: 'user', content }));
        await api.post('/v1/conversations', { tags: { run: 'short pages' }, messages });
      }
      const seen: string[] = [];
      const sizes: number[] = [];
      let cursor: string | null = null;
      do {
        const query = { filter: named('short pages'), limit: '100', ...(cursor === null ? {} : { cursor }) };
        const { body } = await list(query);
        sizes.push(Buffer.byteLength(JSON.stringify(body)));
        seen.push(...body.items.map(textOf));
        cursor = body.next_page_cursor;
      } while (cursor !== null);

      expect(seen.sort()).toEqual(contents.sort());
      expect(Math.max(...sizes)).toBeLessThan(8 * 1024 * 1024);
    });

    it('make pages of one conversation, which are read one after the other', async () => {
      const messages = Array.from({ length: 40 }, () => ({ role: 'user', content: 'x'.repeat(65_000) }));
      const parameters = { description: 'x'.repeat(1_540_000) };
      const tools = [{ type: 'function', function: { name: 'look_up', parameters } }];
      const created = await api.post('/v1/conversations', { messages, tools });
      expect(created.status).toBe(201);
      const { id } = created.body;
      const seen: number[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const suffix: string = cursor === null ? '' : `?cursor=${cursor}`;
        const { status, body } = await api.get(`/v1/conversations/${id}${suffix}`);
        expect([status, body.has_more]).toEqual([200, body.next_page_cursor !== null]);
        seen.push(...body.messages.map((message: { sequence_number: number }) => message.sequence_number));
        cursor = body.next_page_cursor;
        pages += 1;
      } while (cursor !== null);

      expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index));
      expect(pages).toBe(2);
    });

    it('are not found without access', async () => {
      const id = await importLong('hidden', 1);
      const { messages } = (await api.get(`/v1/conversations/${id}`)).body;
      const params = { message_id: firstOf(messages).id };
      const other = await makeWorkspace(api, 'Other');

      expect((await contract.call('getMessage', { params, workspaceId: other })).status).toBe(404);
      expect((await contract.call('getMessage', { params, workspaceId: randomUUID() })).status).toBe(403);
      expect((await contract.call('getMessage', { params: { message_id: 'x' } })).status).toBe(422);
    });
  });
});

describe('the filter', () => {
  useFreshWorkspace(api, models);

  const window = 'created_at >= 2026-01-01T00:00:00Z AND created_at < 2026-02-01T00:00:00Z';

  describe('POST /v1/filters/validate', () => {
    it('accepts a valid filter', async () => {
      const { status, body } = await contract.call('validateFilter', { body: { filter: window } });

      expect([status, body]).toEqual([200, { valid: true, problems: [] }]);
    });

    it('responds 200 to an invalid filter, with its errors and their positions', async () => {
      const filter = `${window} AND role = robot`;

      const { status, body } = await contract.call('validateFilter', { body: { filter } });

      expect([status, body]).toEqual([
        200,
        {
          valid: false,
          problems: [
            {
              msg: 'role must be developer, system, user, assistant, tool or function, not "robot"',
              position: 84,
              length: 5,
              expected: ['developer', 'system', 'user', 'assistant', 'tool', 'function'],
            },
          ],
        },
      ]);
    });

    it('requires time bounds unless they are optional', async () => {
      const body = { filter: 'role = user' };

      const bounded = await contract.call('validateFilter', { body });
      const free = await contract.call('validateFilter', { body: { ...body, requires_bounds: false } });

      expect(bounded.body.problems).toHaveLength(2);
      expect(free.body).toEqual({ valid: true, problems: [] });
    });

    it.each([
      [{}, 'body.filter missing'],
      [{ filter: 1 }, 'body.filter string_type'],
      [{ filter: '', requires_bounds: 'x' }, 'body.requires_bounds bool_parsing'],
      [{ filter: '', other: 1 }, 'body.other extra_forbidden'],
    ])('responds 422 to %j', async (body, problem) => {
      const response = await contract.call('validateFilter', { body });

      expect(response.status).toBe(422);
      expect(
        response.body.detail.map(
          ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`,
        ),
      ).toEqual([problem]);
    });

    it.each(['('.repeat(1_000_000), '{"$where": "1"}', '$where = 1', '"', '\u0001'])(
      'responds 200 to hostile text (case %#)',
      async (filter) => {
        const { status, body } = await contract.call('validateFilter', { body: { filter } });

        expect([status, body.valid]).toEqual([200, false]);
      },
    );
  });

  describe('GET /v1/filters/fields', () => {
    it('has a valid example for each field', async () => {
      const { status, body } = await contract.call('listFilterFields');

      expect(status).toBe(200);
      expect(body.fields.map(({ name }: { name: string }) => name)).toContain('tags.<key>');
      for (const { example: filter } of body.fields) {
        const checked = await contract.call('validateFilter', { body: { filter, requires_bounds: false } });
        expect([filter, checked.body]).toEqual([filter, { valid: true, problems: [] }]);
      }
    });
  });
});
