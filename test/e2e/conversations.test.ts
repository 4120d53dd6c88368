import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { owner } from '../support/owner';
import { countDocuments, makeMember, makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

describe('conversations', () => {
  const ndjson = { 'content-type': 'application/x-ndjson' };

  describe('POST /v1/conversations', () => {
    it('returns the conversation with its counts', async () => {
      const body = makeConversation({ tags: { topic: 'bridges' }, created_at: '2026-01-15T10:30:00+01:00' });

      const response = await contract.call('createConversation', { body });

      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        id: expect.any(String),
        external_id: body.external_id,
        type: 'import',
        tags: { topic: 'bridges' },
        preview: expect.stringContaining('When was the Harrow Bridge opened?'),
        message_count: 3,
        tool_call_count: 0,
        input_tokens: 40,
        output_tokens: 10,
        models: ['gpt-old'],
        created_at: '2026-01-15T09:30:00.000Z',
      });
    });

    it('stores the valid lines of NDJSON and reports the others by line number', async () => {
      const raw = [
        JSON.stringify(makeConversation()),
        '',
        '{"messages": [',
        '{"messages": []}',
        '{"messages": [{"role": "user", "content": "\\ud800"}]}',
        '{"__proto__": {}}',
      ].join('\r\n');

      const { status, body } = await contract.call('createConversation', { raw, headers: ndjson });

      expect(status).toBe(201);
      expect(body).toMatchObject({
        imported: 2,
        failed: 3,
        conversation_ids: [expect.any(String), expect.any(String)],
        notices: [{ kind: 'replaced_characters', count: 1 }],
      });
      expect(
        body.errors.map(({ line, detail }: { line: number; detail: { type: string }[] }) => [
          line,
          detail[0]?.type,
        ]),
      ).toEqual([
        [3, 'json_invalid'],
        [4, 'too_short'],
        [6, 'value_error'],
      ]);
    });

    it('imports items of the Responses API, and reports the lines whose items are incomplete', async () => {
      const call = { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{}' };
      const messages = [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'How high is it?' }] },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I look it up.' }] },
        call,
        { type: 'function_call_output', call_id: 'call_1', output: '330 m' },
        { role: 'assistant', content: 'It is 330 m high.' },
      ];
      const incomplete = [...messages, { ...call, call_id: undefined }];
      const raw = [{ messages }, { messages: incomplete }].map((line) => JSON.stringify(line)).join('\n');

      const { status, body } = await contract.call('createConversation', { raw, headers: ndjson });

      expect(status).toBe(201);
      expect(body).toMatchObject({ imported: 1, failed: 1 });
      expect(body.errors).toMatchObject([
        { line: 2, detail: [{ loc: ['body', 'messages', '5', 'call_id'], type: 'missing' }] },
      ]);
      const { body: read } = await contract.call('getConversation', {
        params: { conversation_id: body.conversation_ids[0] as string },
      });
      expect(read).toMatchObject({
        preview: 'How high is it?',
        tool_call_count: 1,
        messages: [
          { role: 'user' },
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1' }, { type: 'reasoning' }] },
          { role: 'tool', parts: [{ type: 'tool_call_response', response: '330 m' }] },
          { role: 'assistant', parts: [{ content: 'It is 330 m high.' }] },
        ],
      });
    });

    it('imports lines of other tools once, reports what they lack, and counts what it ignores', async () => {
      const workspaceId = await makeWorkspace(api);
      const line = (id: string, response: object) => ({
        request: { messages: [question] },
        response: { id, ...response },
      });
      const question = { role: 'user', content: 'How high is it?' };
      const message = { role: 'assistant', content: '330 m' };
      const lines = [
        line('chatcmpl-1', { created: 1_767_225_600, choices: [{ message, finish_reason: 'stop' }] }),
        line('chatcmpl-2', { error: { message: 'overloaded' } }),
        line('chatcmpl-3', { choices: [{ message: { ...message, content: 7 } }] }),
        { request: { messages: [question] } },
      ];
      const request = {
        workspaceId,
        query: { format: 'openai-jsonl' },
        raw: lines.map((one) => JSON.stringify(one)).join('\n'),
        headers: ndjson,
      };

      const { body } = await contract.call('createConversation', request);
      const again = await contract.call('createConversation', request);

      expect(body).toMatchObject({
        imported: 1,
        ignored: [{ reason: 'failed request', count: 1, first_line: 2 }],
        errors: [
          { line: 3, detail: [{ loc: ['body', 'messages', '1', 'content'] }] },
          { line: 4, detail: [{ loc: ['body', 'response'], type: 'value_error' }] },
        ],
      });
      expect(again.body).toMatchObject({ imported: 0, skipped: 1, conversation_ids: body.conversation_ids });
      const { body: list } = await contract.call('listConversations', { workspaceId });
      expect(list.items).toMatchObject([
        { external_id: 'chatcmpl-1', message_count: 2, created_at: '2026-01-01T00:00:00.000Z' },
      ]);
    });

    it('responds 422 to an unknown format, and to a format with JSON', async () => {
      const unknown = await contract.call('createConversation', {
        query: { format: 'csv' },
        raw: '{}',
        headers: ndjson,
      });
      const json = await contract.call('createConversation', {
        query: { format: 'anthropic' },
        body: makeConversation(),
      });

      expect([unknown, json].map(problems)).toEqual([['query.format enum'], ['query.format value_error']]);
    });

    it('responds 422 with every problem and stores nothing', async () => {
      const before = await countDocuments();

      const response = await contract.call('createConversation', {
        body: {
          external_id: '',
          tags: { $a: 'x' },
          created_at: 'today',
          messages: [{ role: 'tool', content: 'x', latency_ms: -1 }],
          model: 'x',
        },
      });

      expect(problems(response)).toEqual(
        expect.arrayContaining([
          'body.external_id string_too_short',
          'body.created_at datetime_parsing',
          'body.messages.0.latency_ms greater_than_equal',
          'body.model extra_forbidden',
        ]),
      );
      expect(response.body.detail.some(({ loc }: { loc: string[] }) => loc[1] === 'tags')).toBe(true);
      expect(await countDocuments()).toEqual(before);
    });

    it('responds 422 to an Idempotency-Key with NDJSON', async () => {
      const response = await contract.call('createConversation', {
        raw: '{}',
        headers: { ...ndjson, 'idempotency-key': 'k' },
      });

      expect(response.status).toBe(422);
      expect(response.body.detail[0].loc).toEqual(['header', 'idempotency-key']);
    });

    it('creates one conversation for a repeated request, and responds 409 to another request under its key', async () => {
      const request = { headers: { 'idempotency-key': randomUUID() }, body: makeConversation() };

      const first = await contract.call('createConversation', request);
      const second = await contract.call('createConversation', request);
      const other = await contract.call('createConversation', { ...request, body: makeConversation() });

      expect(second.body).toEqual(first.body);
      expect([other.status, other.body.detail[0].type]).toEqual([409, 'idempotency_key_reused']);
    });

    it('creates one conversation for parallel requests with one key', async () => {
      const workspaceId = await makeWorkspace(api);
      const request = { workspaceId, headers: { 'idempotency-key': randomUUID() }, body: makeConversation() };

      const responses = await Promise.all(
        Array.from({ length: 8 }, () => contract.call('createConversation', request)),
      );

      expect(
        responses.every(
          ({ status, body }) => status === 201 || body.detail[0].type === 'idempotency_in_progress',
        ),
      ).toBe(true);
      expect((await contract.call('listConversations', { workspaceId })).body.items).toHaveLength(1);
    });
  });

  describe('assay import', () => {
    const program = join(__dirname, '../../dist/src/cli/main.js');

    /** Runs the command with lines on stdin; resolves to its exit code and what it printed. */
    function run(workspaceId: string, from: string, lines: unknown[]) {
      const env = { ASSAY_URL: api.url, ASSAY_API_KEY: owner.apiKey, ASSAY_WORKSPACE_ID: workspaceId };
      return new Promise<{ code: unknown; stderr: string }>((resolve) => {
        const command = [program, 'import', '--from', from, '-'];
        const child = execFile(
          process.execPath,
          command,
          { env: { ...process.env, ...env } },
          (error, _, stderr) => resolve({ code: error === null ? 0 : error.code, stderr }),
        );
        child.stdin?.end(lines.map((line) => JSON.stringify(line)).join('\n'));
      });
    }

    it('sends all lines, in parts, and only what is missing when it runs again', async () => {
      const workspaceId = await makeWorkspace(api);
      const rows = Array.from({ length: 501 }, (_, index) => ({
        conversations: [
          { from: 'human', value: `What is ${index}?` },
          { from: index === 500 ? 'narrator' : 'gpt', value: 'A number.' },
        ],
      }));

      const first = await run(workspaceId, 'sharegpt', rows.slice(1));
      const second = await run(workspaceId, 'sharegpt', rows.slice(0, 500));

      expect(first).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^Line 500: messages\.1\.role: should be .*\n499 imported, 0 skipped, 1 failed\n$/,
        ),
      });
      expect(second).toEqual({ code: 0, stderr: '1 imported, 499 skipped, 0 failed\n' });
    });

    it('sends the spans of a conversation together, in any order of lines', async () => {
      const workspaceId = await makeWorkspace(api);
      const row = (trace: string, second: number, input: object[], reply: string) => ({
        span_id: `${trace}-${second}`,
        root_span_id: trace,
        created: `2026-01-15T09:30:0${second}Z`,
        span_attributes: { type: 'llm' },
        input,
        output: [{ message: { role: 'assistant', content: reply } }],
      });
      const question = { role: 'user', content: 'How high is it?' };
      const said = [question, { role: 'assistant', content: '330 m' }, { role: 'user', content: 'In feet?' }];
      const rows = [
        row('one', 2, said, '1,083 feet'),
        row('two', 3, [question], '330 m'),
        { span_id: 'none' },
        row('one', 1, [question], '330 m'),
      ];

      const first = await run(workspaceId, 'braintrust', rows);
      const second = await run(workspaceId, 'braintrust', rows.slice(0, 2));

      expect(first).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^Line 3: an id, .*\n2 imported, 0 skipped, 1 failed\n$/),
      });
      expect(second).toEqual({ code: 0, stderr: '0 imported, 2 skipped, 0 failed\n' });
      const { body } = await contract.call('listConversations', { workspaceId });
      expect(body.items).toMatchObject([
        { external_id: 'two', message_count: 2 },
        { external_id: 'one', message_count: 4 },
      ]);
    });
  });

  describe('GET /v1/conversations', () => {
    it('pages newest first without gaps or repeats and echoes what was applied', async () => {
      const workspaceId = await makeWorkspace(api);
      const created_at = '2026-01-15T09:30:00.000Z';
      for (let index = 0; index < 5; index += 1)
        await api.post('/v1/conversations', makeConversation({ created_at }), { workspaceId });

      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = {
          limit: 2,
          model: 'gpt-old',
          ...(cursor === null ? {} : { cursor }),
        };
        const { body } = await contract.call('listConversations', { workspaceId, query });
        expect(body.query).toEqual({
          limit: 2,
          cursor,
          type: null,
          external_id: null,
          tag: null,
          model: 'gpt-old',
          created_from: null,
          created_to: null,
          search: null,
          filter: null,
        });
        expect(body.has_more).toBe(body.next_page_cursor !== null);
        seen.push(...body.items.map(({ id }: { id: string }) => id));
        cursor = body.next_page_cursor;
      } while (cursor !== null);

      expect(seen).toEqual([...new Set(seen)].sort().reverse());
      expect(seen).toHaveLength(5);
    });

    it('responds 422 to a cursor with other filters', async () => {
      await importConversations(api, 2);
      const { body } = await contract.call('listConversations', { query: { limit: 1 } });

      const wrong = await contract.call('listConversations', {
        query: { limit: 1, type: 'import', cursor: body.next_page_cursor },
      });

      expect([wrong.status, ...problems(wrong)]).toEqual([422, 'query.cursor cursor_invalid']);
    });
  });

  describe('/v1/conversations/{conversation_id}', () => {
    it('reads messages in order, also for viewers, and deletes them with the conversation', async () => {
      const [id] = await importConversations(api, 1);
      const params = { conversation_id: String(id) };
      const viewer = await makeMember(api, 'viewer');
      const before = await countDocuments();

      const read = await contract.call('getConversation', { key: viewer.key, params });
      const refusedDelete = await contract.call('deleteConversation', { key: viewer.key, params });
      const deleted = await contract.call('deleteConversation', { params });
      const again = await contract.call('deleteConversation', { params });

      expect(
        read.body.messages.map(({ role, sequence_number }: { role: string; sequence_number: number }) => [
          sequence_number,
          role,
        ]),
      ).toEqual([
        [0, 'system'],
        [1, 'user'],
        [2, 'assistant'],
      ]);
      expect([refusedDelete.status, deleted.status, again.status]).toEqual([403, 204, 404]);
      const after = await countDocuments();
      expect([
        Number(before.conversations) - Number(after.conversations),
        Number(before.messages) - Number(after.messages),
      ]).toEqual([1, 3]);
    });

    it.each(['getConversation', 'deleteConversation'])(
      '%s responds the same 404 for a foreign conversation as for none, 403 to strangers, 422 to no id',
      async (operation) => {
        const elsewhere = await makeWorkspace(api);
        const { body: foreign } = await api.post('/v1/conversations', makeConversation(), {
          workspaceId: elsewhere,
        });
        const stranger = await makeMember(api, 'admin', elsewhere);

        const ofOther = await contract.call(operation, { params: { conversation_id: foreign.id } });
        const absent = await contract.call(operation, { params: { conversation_id: randomUUID() } });
        const forbidden = await contract.call(operation, {
          key: stranger.key,
          params: { conversation_id: foreign.id },
        });
        const wrong = await contract.call(operation, { params: { conversation_id: 'x' } });

        expect([ofOther.status, forbidden.status, wrong.status]).toEqual([404, 403, 422]);
        expect(ofOther.body).toEqual(absent.body);
      },
    );
  });

  describe('GET /v1/conversations/ids', () => {
    it('lists the ids of the conversations in the list, in its order', async () => {
      const topic = randomUUID();
      for (let index = 0; index < 3; index += 1) {
        await api.post('/v1/conversations', makeConversation({ tags: { topic } }));
      }
      const query = { tag: `topic:${topic}`, filter: 'role = assistant' };
      const { body: list } = await contract.call('listConversations', { query });

      const { status, body } = await contract.call('listConversationIds', { query });

      expect(status).toBe(200);
      expect(body).toEqual({
        conversation_ids: list.items.map(({ id }: { id: string }) => id),
        has_more: false,
        chosen_by: 'properties',
      });
      expect(body.conversation_ids).toHaveLength(3);
    });

    it('responds 422 to what is no parameter', async () => {
      const wrong = await contract.call('listConversationIds', { query: { limit: 3 } });

      expect(wrong.status).toBe(422);
    });
  });

  describe('GET /v1/conversations/export', () => {
    it('responds 422 to what is no parameter', async () => {
      const own = await contract.call('exportConversations', { query: { external_id: randomUUID() } });
      const wrong = await contract.call('exportConversations', { query: { limit: 3 } });

      expect([own.status, wrong.status]).toEqual([200, 422]);
    });
  });

  it('responded with every documented status', () => {
    expect(contract.unwitnessed('Conversations')).toEqual([]);
  });
});

describe('other languages', () => {
  useFreshWorkspace(api);

  beforeAll(() => api.startWorker());

  const evidence =
    'Die Seilbahn zum Hohen Bruch fährt alle zwanzig Minuten. Die Bergfahrt kostet 14,50 Euro.';
  const copied = 'Die Bergfahrt kostet 14,50 Euro.';
  const wrong = 'Die Bergfahrt kostet 41,50 Euro.';
  const notCompared = 'Oben gibt es eine Hütte mit warmer Küche.';

  it('counts a reply in another language that was not compared as not judgeable, and in no rate', async () => {
    const workspaceId = await makeWorkspace(api);
    const store = async (reply: string): Promise<string> => {
      const messages = [
        { role: 'user', content: evidence },
        { role: 'assistant', content: reply },
      ];
      return (await api.post('/v1/detect-hallucinations', { messages }, { workspaceId })).body
        .conversation_id;
    };
    const conversationIds = [await store(copied), await store(wrong), await store(notCompared)];

    const request = { name: 'x', model: 'm', pass_through: true, conversation_ids: conversationIds };
    const { id } = (await api.post('/v1/experiments', request, { workspaceId })).body;
    const { metrics } = await eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${id}`, { workspaceId });
      return body.status === 'completed' ? body : null;
    });
    expect(metrics).toMatchObject({ evaluated_count: 2, not_judgeable_count: 1, issue_rate: 0.5 });

    const { items } = (await api.get(`/v1/experiments/${id}/items`, { workspaceId })).body;
    expect(items).toMatchObject([
      { verdict: 'completed', issue_count: 0 },
      { verdict: 'completed', issue_count: 1 },
      { verdict: 'not_judgeable', issue_count: null, has_verdict: false },
    ]);
    const details = await Promise.all(
      items.slice(1).map((item) =>
        contract.call('getExperimentItem', {
          params: { experiment_id: id, item_id: item?.id ?? '' },
          workspaceId,
        }),
      ),
    );
    expect(details.map(({ body }) => body)).toMatchObject([
      { annotations: [{ text: '41,50' }], verdict_reason: null },
      { annotations: null, verdict_reason: 'language', baseline_verdict_reason: 'language' },
    ]);

    const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
    const filter = encodeURIComponent(`created_at >= "${hours(-1)}" AND created_at < "${hours(1)}"`);
    const stats = await api.get(`/v1/analytics/agent-summary-stats?filter=${filter}`, { workspaceId });
    expect(stats.body).toMatchObject({ evaluated_message_count: 2, not_judgeable_message_count: 1 });
    const selected = await api.get(`/v1/messages?filter=${encodeURIComponent('verdict = not_judgeable')}`, {
      workspaceId,
    });
    expect(firstOf(selected.body.items)).toMatchObject({ conversation_id: conversationIds[2] });
  });

  afterAll(() => api.stopWorker());
});
