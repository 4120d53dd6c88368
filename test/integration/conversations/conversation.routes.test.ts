import { randomUUID } from 'node:crypto';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { messageCollection } from '../../../src/conversations/storage/stored-message.model';
import { useDatabase } from '../../support/database';
import { ConversationApi, NDJSON } from './conversation-api';

useDatabase();

let api: ConversationApi;
beforeEach(async () => {
  api = await ConversationApi.start();
});
afterEach(() => api.close());

const messages = [
  { role: 'user', content: 'How far is it?' },
  { role: 'assistant', content: 'Four miles.' },
];

async function make(fields: object = {}): Promise<string> {
  const { status, body } = await api.create({ messages, ...fields });
  if (status !== 201) throw new Error(`creating failed with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

describe('POST /v1/conversations', () => {
  it('stores what it is sent and shows it again', async () => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'measure', arguments: '{"to": "home"' },
    };
    const created = await api.create({
      external_id: 'ticket',
      tags: { team: 'a' },
      created_at: '2026-01-15T10:30:00+01:00',
      tools: [{ type: 'function', function: { name: 'measure', parameters: { $schema: 'x' } } }],
      messages: [
        { role: 'user', content: 'How far?', name: 'ann', message_id: 'm-1', seed: 5 },
        {
          role: 'assistant',
          content: null,
          tool_calls: [call],
          model: 'small',
          input_tokens: 4,
          latency_ms: 1.5,
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'broken', is_error: true },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
      ],
    });

    const { status, body } = await api.call('GET', `/${created.body.id}`);

    expect([created.status, status]).toEqual([201, 200]);
    expect(body).toMatchObject(created.body);
    expect(body).toMatchObject({
      type: 'import',
      external_id: 'ticket',
      tags: { team: 'a' },
      created_at: '2026-01-15T09:30:00.000Z',
      message_count: 4,
      tool_call_count: 1,
      input_tokens: 4,
      output_tokens: null,
      models: ['small'],
      tools: [{ name: 'measure', description: null, parameters: { $schema: 'x' } }],
      evaluations: [],
      messages: [
        { sequence_number: 0, external_id: 'm-1', name: 'ann', extra: { seed: 5 }, generation: null },
        {
          sequence_number: 1,
          parts: [{ type: 'tool_call', id: 'call_1', name: 'measure', arguments: '{"to": "home"' }],
          generation: { model: 'small', input_tokens: 4, latency_ms: 1.5, finish_reason: null },
        },
        {
          sequence_number: 2,
          is_error: true,
          parts: [{ type: 'tool_call_response', id: 'call_1', response: 'broken' }],
        },
        {
          sequence_number: 3,
          parts: [{ type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' }],
        },
      ],
    });
  });

  it('makes one conversation of a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() };

    const first = await api.create({ messages }, { headers });
    const again = await api.create({ messages }, { headers });

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect((await api.list({})).ids).toEqual([first.body.id]);
  });

  it('reports all problems of a conversation at once', async () => {
    const { status, body } = await api.create({
      tags: { 'a.b': 'x' },
      messages: [{ role: 'robot', content: 'x' }, { role: 'user' }],
    });

    expect(status).toBe(422);
    expect(
      body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]),
    ).toEqual([
      ['body.tags.a.b', 'string_pattern_mismatch'],
      ['body.messages.0.role', 'enum'],
      ['body.messages.1.content', 'missing'],
    ]);
  });
});

describe('GET /v1/conversations', () => {
  it('pages through equal times without gaps or repetition while others are stored', async () => {
    const created_at = '2026-01-15T09:30:00Z';
    const before = [];
    for (let index = 0; index < 5; index += 1) before.push(await make({ created_at }));

    const first = await api.list({ limit: '2' });
    await make({ created_at: '2026-01-16T00:00:00Z' });
    const second = await api.list({ limit: '2', cursor: first.cursor ?? '' });
    const third = await api.list({ limit: '2', cursor: second.cursor ?? '' });

    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(before.sort().reverse());
    expect(third.cursor).toBeNull();
  });

  it('filters', async () => {
    const a = await make({
      created_at: '2026-01-01T00:00:00Z',
      tags: { team: 'a:b', other: 'c' },
      external_id: 'x',
    });
    const b = await make({ created_at: '2026-01-02T00:00:00Z', tags: { team: 'c', other: 'a:b' } });
    const c = await make({
      created_at: '2026-01-03T00:00:00Z',
      messages: [{ role: 'assistant', content: 'x', model: 'small' }],
    });

    const found = async (query: Record<string, string>) => (await api.list(query)).ids;

    expect(await found({})).toEqual([c, b, a]);
    expect(await found({ type: 'import' })).toEqual([c, b, a]);
    expect(await found({ type: 'trace' })).toEqual([]);
    expect(await found({ tag: 'team:a:b' })).toEqual([a]);
    expect(await found({ external_id: 'x' })).toEqual([a]);
    expect(await found({ model: 'small' })).toEqual([c]);
    expect(await found({ created_from: '2026-01-02T00:00:00Z' })).toEqual([c, b]);
    expect(await found({ created_to: '2026-01-02T00:00:00Z' })).toEqual([a]);
    expect(await found({ created_from: '2026-01-01T00:00:00Z', created_to: '2026-01-03T00:00:00Z' })).toEqual(
      [b, a],
    );
  });

  it('echoes its parameters and keeps them in the cursor', async () => {
    await make({ tags: { team: 'a' } });
    await make({ tags: { team: 'a' } });

    const { body } = await api.call('GET', '?limit=1&tag=team:a');
    const elsewhere = await api.call('GET', `?limit=1&tag=team:b&cursor=${body.next_page_cursor}`);

    expect(body).toMatchObject({
      has_more: true,
      query: { limit: 1, cursor: null, tag: 'team:a', type: null },
    });
    expect(elsewhere).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
  });
});

describe('times in the wrong unit', () => {
  const call = { id: 'x', traceId: 't', type: 'GENERATION', input: 'q', output: 'x' };
  const importSpan = async (startTime: unknown) => {
    const body = JSON.stringify({ ...call, startTime });
    return (await api.call('POST', '?format=langfuse', { headers: NDJSON, body })).body;
  };

  it('are read where they are unambiguous, and problems of their line otherwise', async () => {
    expect(await importSpan(1_790_000_000_000_000)).toMatchObject({ imported: 1 });
    for (const time of [-1e15, 1e300, 5, '+058692-01-01T00:00:00Z', '2300-01-01T00:00:00Z']) {
      expect(await importSpan(time)).toMatchObject({ imported: 0, failed: 1 });
    }

    const { body } = await api.call('GET', '');
    expect(body.items.map(({ created_at }) => created_at)).toEqual(['2026-09-21T14:13:20.000Z']);
  });

  it.each([
    [1_790_000_000_000_000, '9999-12-31T23:59:59.999Z'],
    [-1_790_000_000_000_000, '0000-01-01T00:00:00.000Z'],
  ])('do not end a list when they are stored: %i', async (stored, shown) => {
    const id = await make();
    const createdAt = new Date(stored);
    await ConversationModel.updateOne({ _id: id }, { createdAt });
    await messageCollection().updateMany({ conversationId: id }, { $set: { createdAt } });

    const [list, one] = [await api.call('GET', ''), await api.call('GET', `/${id}`)];

    expect([list.status, one.status]).toEqual([200, 200]);
    expect(list.body.items).toMatchObject([{ created_at: shown }]);
    const outside = shown.startsWith('9')
      ? { created_from: '9999-12-31T23:59:59.999Z' }
      : { created_to: '0000-01-01T00:00:00Z' };
    expect((await api.list(outside)).ids).toEqual([id]);
  });
});

describe('tenancy', () => {
  it('responds for a foreign conversation as for an absent one', async () => {
    const id = await make();
    const foreign = { workspaceId: randomUUID() };

    const absent = await api.call('GET', `/${randomUUID()}`, foreign);

    expect(absent).toMatchObject({ status: 404, body: { detail: [{ type: 'not_found' }] } });
    expect(await api.call('GET', `/${id}`, foreign)).toMatchObject({ status: 404, body: absent.body });
    expect(await api.call('DELETE', `/${id}`, foreign)).toMatchObject({ status: 404, body: absent.body });
    expect((await api.list({}, foreign)).ids).toEqual([]);
    expect((await api.list({})).ids).toEqual([id]);
  });
});

describe('DELETE /v1/conversations/{conversation_id}', () => {
  it('responds 204 once and 404 from then on', async () => {
    const id = await make();

    const responses = [
      await api.call('DELETE', `/${id}`),
      await api.call('DELETE', `/${id}`),
      await api.call('GET', `/${id}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([204, 404, 404]);
  });
});
