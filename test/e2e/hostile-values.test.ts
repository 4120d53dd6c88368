import { importConversations, makeConversation } from '../support/builders';
import { firstOf } from '../support/first-of';
import { makeWorkspace } from '../support/people';
import { problems, refused } from '../support/refusal';
import { useApi } from '../support/use-api';

const api = useApi();

const detect = (body: object) => api.post('/v1/detect-hallucinations', body);
const question = { role: 'user', content: 'When was it opened?' };
const reply = { role: 'assistant', content: 'In 1889.' };
const oddNames = {
  $where: '1',
  'a.b': { $gt: '' },
  '': 1,
  constructor: { prototype: 1 },
  toString: 'x',
  'é\u{1F600}': [[]],
};

describe('free-form objects', () => {
  it.each<object>([
    { $where: 1 },
    { 'a.b': 1 },
    { '': 1 },
    { constructor: 1 },
    { prototype: 1 },
    { nested: [{ $gt: 1 }] },
  ])('reasoning_config is rejected with %j', async (reasoning_config) => {
    const [id] = await importConversations(api, 1);

    const response = await refused(() =>
      api.post('/v1/experiments', {
        name: 'x',
        model: 'm',
        pass_through: true,
        conversation_ids: [id],
        reasoning_config,
      }),
    );

    expect(response.status).toBe(422);
    expect(problems(response)[0]).toMatch(/^body\.reasoning_config\..* value_error$/);
  });

  it.each<object>([{ $where: 'x' }, { 'a.b': 'x' }, { '': 'x' }, { a: 1 }, { a: { b: 'c' } }, []])(
    'tags are rejected with %j',
    async (tags) => {
      expect((await refused(() => api.post('/v1/conversations', makeConversation({ tags })))).status).toBe(
        422,
      );
    },
  );

  it('unknown fields of messages are returned unchanged, with any name', async () => {
    const messages = [question, { ...reply, ...oddNames }];

    const { status, body } = await api.post(
      '/v1/conversations',
      makeConversation({ messages, tags: { constructor: 'x' } }),
    );
    const { body: stored } = await api.get(`/v1/conversations/${body.id}`);

    expect(status).toBe(201);
    expect(stored.messages[1]?.extra).toEqual(oddNames);
    expect(stored.tags).toEqual({ constructor: 'x' });
  });

  it('unknown fields of generation_info are returned unchanged, with any name', async () => {
    const generationInfo = {
      model: 'm',
      ...oddNames,
      'gen_ai.usage.reasoning_tokens': 7,
      list: [{ 'a.b': 1 }],
    };

    const { body } = await detect({ messages: [question, reply], generation_info: generationInfo });
    const { body: stored } = await api.get(`/v1/conversations/${body.conversation_id}`);

    const { model, ...others } = generationInfo;
    expect(stored.messages[1]?.generation?.model).toBe(model);
    expect(stored.messages[1]?.extra?.generation_info).toEqual(others);
  });

  it('tools are returned unchanged, with any schema', async () => {
    const parameters = { $ref: '#/$defs/a.b', properties: oddNames };

    const { body } = await api.post(
      '/v1/conversations',
      makeConversation({ tools: [{ name: 'constructor', parameters }] }),
    );

    expect((await api.get(`/v1/conversations/${body.id}`)).body.tools).toEqual([
      { name: 'constructor', description: null, parameters },
    ]);
  });
});

describe('names of inherited properties', () => {
  it('are valid tool and label names', async () => {
    const call = (name: string) => ({
      id: name,
      type: 'function',
      function: { name, arguments: '{"__proto__": "Zork 77", "constructor": "Zork 78"}' },
    });
    const messages = [
      question,
      { role: 'assistant', content: null, tool_calls: [call('__proto__'), call('constructor')] },
    ];

    const { status, body } = await detect({
      messages,
      config: { labels: [{ name: 'constructor', description: '' }] },
    });

    expect(status).toBe(200);
    expect((await api.get(`/v1/conversations/${body.conversation_id}`)).status).toBe(200);
  });
});

describe('conversations that cannot be judged', () => {
  it.each([
    ['empty', { messages: [] }, 'body.messages too_short'],
    ['that end with the user', { messages: [reply, question] }, 'body.messages.1.role value_error'],
    [
      'that end with a tool',
      { messages: [question, { role: 'tool', tool_call_id: 'a', content: '' }] },
      'body.messages.1.role value_error',
    ],
    ['of an unknown role', { messages: [{ ...reply, role: 'wizard' }] }, 'body.messages.0.role enum'],
    ['without a role', { messages: [{ content: 'x' }] }, 'body.messages.0.role missing'],
    ['without content', { messages: [question, { role: 'assistant' }] }, 'body.messages.1.content missing'],
    [
      'with null content by the user',
      { messages: [{ role: 'user', content: null }, reply] },
      'body.messages.0.content string_type',
    ],
    [
      'of empty content parts',
      { messages: [{ role: 'assistant', content: [] }] },
      'body.messages.0.content string_type',
    ],
    ['of arrays for messages', { messages: [[]] }, 'body.messages.0 dict_type'],
    ['of an object for messages', { messages: { 0: reply, length: 1 } }, 'body.messages list_type'],
    [
      'of an unknown part',
      { messages: [{ role: 'assistant', content: [{ type: 'hologram' }] }] },
      'body.messages.0.content.0.type value_error',
    ],
    [
      'of arguments that are no text',
      {
        messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: {} } }] }],
      },
      'body.messages.0.tool_calls.0.function.arguments string_type',
    ],
  ])('are rejected: %s', async (_name, body, problem) => {
    const response = await refused(() => detect(body));

    expect(response.status).toBe(422);
    expect(problems(response)).toContain(problem);
  });
});

describe('numbers', () => {
  it.each([
    ['1e999', 'value_error'],
    ['-1', 'greater_than_equal'],
    ['9007199254740993', 'less_than_equal'],
    ['1e308', 'less_than_equal'],
    ['0.5', 'int_from_float'],
    ['"7"', 'int_parsing'],
    ['[7]', 'int_type'],
  ])('that are no count are rejected as input_tokens: %s', async (number, type) => {
    const raw = `{"messages": [{"role": "assistant", "content": "x", "input_tokens": ${number}}]}`;

    const response = await refused(() => api.post('/v1/conversations', undefined, { raw }));

    expect(new Set(problems(response))).toEqual(new Set([`body.messages.0.input_tokens ${type}`]));
  });

  it('beyond the range of a double are rejected, also in unused fields', async () => {
    const raw = '{"messages": [{"role": "assistant", "content": "x", "logprob": -1e999}]}';

    expect(problems(await refused(() => api.post('/v1/conversations', undefined, { raw })))).toEqual([
      'body.messages.0.logprob value_error',
    ]);
  });

  it.each([
    ['input_tokens', 1e8],
    ['output_tokens', 1e8],
    ['latency_ms', 1e9],
    ['cost_usd', 1e6],
  ])('of %s have an upper bound, so that sums stay finite', async (field, bound) => {
    const workspaceId = await makeWorkspace(api);
    const send = (value: number) =>
      api.post(
        '/v1/conversations',
        { messages: Array(1000).fill({ ...reply, [field]: value }) },
        { workspaceId },
      );

    expect(problems(await refused(() => send(bound * 1.5)))).toContain(
      `body.messages.0.${field} less_than_equal`,
    );
    const { status, body } = await send(bound);
    const experiment = { name: 'x', model: 'm', pass_through: true, conversation_ids: [body.id] };

    expect(status).toBe(201);
    expect((await api.get('/v1/conversations', { workspaceId })).status).toBe(200);
    expect((await api.post('/v1/experiments', experiment, { workspaceId })).status).toBe(201);
  });
});

describe('times', () => {
  it.each([
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    'now',
    0,
  ])('%s is rejected', async (created_at) => {
    const response = await refused(() => api.post('/v1/conversations', makeConversation({ created_at })));

    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc).toEqual(['body', 'created_at']);
  });

  it.each(['9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
    '%s can be stored and listed',
    async (created_at) => {
      const workspaceId = await makeWorkspace(api);

      const { status } = await api.post('/v1/conversations', makeConversation({ created_at }), {
        workspaceId,
      });

      expect(status).toBe(201);
      const { body } = await api.get('/v1/conversations', { workspaceId });
      expect(new Date(firstOf(body.items).created_at)).toEqual(new Date(created_at));
    },
  );
});

describe('long texts', () => {
  it('are truncated to 1 KiB in errors, never inside a character', async () => {
    const { body } = await refused(() =>
      api.post('/v1/experiments', { name: '\u{1F600}'.repeat(100_000), model: 'm', conversation_ids: ['x'] }),
    );

    const [{ input, type }] = body.detail;
    expect(type).toBe('string_too_long');
    expect(Buffer.byteLength(String(input))).toBeLessThanOrEqual(1024);
    expect(input).toMatch(/^\u{1F600}+…$/u);
  });

  it('reads the last of duplicate keys of an object', async () => {
    const raw = '{"name": "a", "name": "", "expires_in_days": 1, "scope": "user"}';

    expect(problems(await refused(() => api.post('/v1/api-keys', undefined, { raw })))).toEqual([
      'body.name string_too_short',
    ]);
  });
});
