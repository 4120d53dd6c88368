import { once } from 'node:events';
import net from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { importConversations, makeConversation } from '../support/builders';
import { firstOf } from '../support/first-of';
import { makeWorkspace } from '../support/people';
import { problems, refused } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

describe('requests', () => {
  /** Returns the response of the server to these bytes before it closes the connection. */
  async function sendBytes(bytes: string): Promise<string> {
    const socket = net.connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    let response = '';
    socket.setEncoding('utf8').on('data', (text) => {
      response += text;
    });
    socket.on('error', () => {});
    await once(socket, 'close');
    return response;
  }

  const head = (line: string, ...headers: string[]) =>
    [
      line,
      'host: api',
      `authorization: Bearer bootstrap-key-0123456789abcdefghijklm`,
      'connection: close',
      ...headers,
      '',
      '',
    ].join('\r\n');

  describe('a query string', () => {
    const lists = ['listApiKeys', 'listWorkspaces', 'listEvaluators', 'listConversations', 'listExperiments'];

    it.each([
      ['limit[]=1', 'query.limit[] extra_forbidden'],
      ['limit[gt]=1', 'query.limit[gt] extra_forbidden'],
      ['limit=1&limit=nine', 'query.limit int_parsing'],
      ['limit=', 'query.limit int_parsing'],
      ['limit=1.5', 'query.limit int_from_float'],
      ['limit=1e1', 'query.limit int_parsing'],
      ['limit=0x10', 'query.limit int_parsing'],
      ['limit=-1', 'query.limit greater_than'],
      ['limit=99999999999999999999999', 'query.limit less_than_equal'],
      ['limit=%00', 'query.limit int_parsing'],
      ['constructor=1', 'query.constructor extra_forbidden'],
      ['toString=1', 'query.toString extra_forbidden'],
      ['hasOwnProperty=1&limit=0', 'query.hasOwnProperty extra_forbidden'],
      ['$where=1', 'query.$where extra_forbidden'],
      ['cursor=x', 'query.cursor cursor_invalid'],
      ['cursor=%F0%9F%98%80', 'query.cursor cursor_invalid'],
      ['cursor=..', 'query.cursor cursor_invalid'],
      [`cursor=${'c'.repeat(2049)}`, 'query.cursor string_too_long'],
      ['Limit=1', 'query.Limit extra_forbidden'],
    ])('is rejected by every list: %s', async (query, problem) => {
      for (const operationId of lists) {
        const path = contract.operations.find((operation) => operation.operationId === operationId)?.path;
        const response = await refused(() => api.get(`${path}?${query}`));
        expect({ operationId, status: response.status, problems: problems(response) }).toEqual({
          operationId,
          status: 422,
          problems: expect.arrayContaining([problem]),
        });
      }
    });

    it('cannot reach prototypes', async () => {
      expect((await refused(() => api.get('/v1/experiments?__proto__=1&__proto__=2'))).status).toBe(422);
    });

    it.each([
      'type=everything',
      'tag=novalue',
      'external_id=',
      'created_from=yesterday',
      'created_to=2026-01-01T00:00:00',
      'model=',
      'external_id[$ne]=x',
      'created_from=0000-01-01T00:00:00%2B01:00',
    ])('of the list of conversations is rejected: %s', async (query) => {
      expect((await refused(() => api.get(`/v1/conversations?${query}`))).status).toBe(422);
    });

    it.each(['{"$ne":null}', 'a%00b', '%EF%BF%BD', '%ff'])(
      'of a filter that is %s is treated as text and matches nothing',
      async (text) => {
        const { status, body } = await api.get(`/v1/conversations?external_id=${text}`);

        expect([status, body.items]).toEqual([200, []]);
      },
    );
  });

  describe('a path', () => {
    it.each([
      '%',
      '%ff',
      '%c0%80',
      '%00',
      '..%2f..%2fetc',
      '__proto__',
      '$ne',
      'a'.repeat(5000),
      '%F0%9F%98%80',
    ])('with the id %s is rejected', async (id) => {
      for (const resource of ['experiments', 'conversations', 'evaluators', 'workspaces']) {
        const { status } = await refused(() => api.get(`/v1/${resource}/${id}`));
        expect([404, 422]).toContain(status);
      }
    });

    it.each([
      '/v1',
      '/v1/',
      '/v2/experiments',
      '/v1/nothing',
      '//v1/experiments/x/y/z',
      '/.env',
      '/v1/experiments/%2e%2e',
    ])('that is unknown is a 404 or 422 with the same body: %s', async (path) => {
      const { status, headers } = await refused(() => api.get(path));

      expect([404, 422]).toContain(status);
      expect(headers.get('content-type')).toContain('application/json');
    });
  });

  describe('headers', () => {
    it.each([
      ['x-workspace-id', 'not-a-uuid', 422],
      ['x-workspace-id', '00000000-0000-0000-0000-000000000000', 403],
      ['x-workspace-id', '{"$ne":null}', 422],
      ['authorization', 'Bearer \u00e9\u00e8', 401],
      ['authorization', `Bearer ${'k'.repeat(8000)}`, 401],
      ['authorization', 'Bearer [object Object]', 401],
      ['authorization', 'Digest username="x"', 401],
      ['idempotency-key', '', 422],
      ['idempotency-key', 'k'.repeat(256), 422],
      ['content-type', 'application/xml', 415],
      ['content-type', 'junk', 415],
      ['content-type', 'multipart/form-data; boundary=x', 415],
    ])('%s: %s is rejected', async (name, value, status) => {
      const headers = { [name]: value };

      const response = await refused(() =>
        api.post('/v1/evaluators', { name: 'x', kind: 'grounding', extra: 1 }, { headers }),
      );

      expect(response.status).toBe(status);
    });

    it('of an unusable request id is not echoed', async () => {
      const given = await api.get('/healthz', { headers: { 'x-request-id': 'abc-123' } });
      const junk = await api.get('/healthz', { headers: { 'x-request-id': 'a b<script>' } });

      expect(given.headers.get('x-request-id')).toBe('abc-123');
      expect(junk.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('of two workspaces are rejected', async () => {
      const response = await sendBytes(
        head(
          'GET /v1/experiments HTTP/1.1',
          `x-workspace-id: ${api.workspaceId}`,
          `x-workspace-id: ${api.workspaceId}`,
        ),
      );

      expect(response).toMatch(/^HTTP\/1\.1 422 /);
      expect(response).toContain('uuid_parsing');
    });
  });

  describe('malformed HTTP', () => {
    it.each([
      ['nonsense', 'hello\r\n\r\n'],
      ['a header without a name', head('GET /v1/experiments HTTP/1.1', ': x')],
      ['a header of 100 KiB', head('GET /v1/experiments HTTP/1.1', `x-junk: ${'j'.repeat(100_000)}`)],
      [
        'two lengths',
        `${head(
          'POST /v1/evaluators HTTP/1.1',
          'content-length: 2',
          'content-length: 3',
          'content-type: application/json',
        )}{}`,
      ],
      [
        'a length and chunks',
        `${head(
          'POST /v1/evaluators HTTP/1.1',
          'content-length: 2',
          'transfer-encoding: chunked',
          'content-type: application/json',
        )}{}`,
      ],
      [
        'a bad chunk',
        head('POST /v1/evaluators HTTP/1.1', 'transfer-encoding: chunked', 'content-type: application/json') +
          'zz\r\n{}\r\n',
      ],
      [
        'a negative length',
        head('POST /v1/evaluators HTTP/1.1', 'content-length: -2', 'content-type: application/json'),
      ],
    ])('get a 4xx with the error body of the contract: %s', async (_name, bytes) => {
      const response = await sendBytes(bytes);

      expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(response).toContain('{"detail":[{');
      expect(response).not.toMatch(/<html/i);
    });
  });
});

describe('bodies', () => {
  useFreshWorkspace(api);

  const MIB = 1024 * 1024;

  const post = (path: string, raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.post(path, undefined, { raw, headers });
  const detect = (raw: string | Uint8Array, headers?: Record<string, string>) =>
    post('/v1/detect-hallucinations', raw, headers);

  describe('a body that is not JSON', () => {
    it.each([
      ['cut off', '{"messages": [{"role": "user"', 'the JSON ends too early'],
      ['blank', '   ', 'the body is empty'],
      ['HTML', '<p>hello</p>', 'unexpected character at line 1, column 1'],
      ['two values', '{}\n {}', 'unexpected character at line 2, column 2'],
      ['NaN', '{"messages": NaN}', 'NaN is not JSON'],
      ['of a raw control character', '{"a": "\u0001"}', 'unexpected character at line 1, column 8'],
      ['in UTF-16', Buffer.from('{"messages": []}', 'utf16le'), expect.stringContaining('convert them')],
    ])('is rejected: %s', async (_name, raw, error) => {
      const { status, body } = await refused(() => detect(raw));

      expect(status).toBe(422);
      expect(body.detail).toEqual([
        {
          loc: ['body', expect.stringMatching(/^\d+$/)],
          msg: 'JSON decode error',
          type: 'json_invalid',
          input: null,
          ctx: { error },
        },
      ]);
    });

    it('is rejected without being quoted', async () => {
      for (const raw of [
        'hunter2-secret',
        '{"password": hunter2-secret}',
        '{"password": "hunter2-secret}',
        '["hunter2-secret" "x"]',
        '{"password":\n hunter2-secret\n}',
      ]) {
        expect(JSON.stringify((await refused(() => detect(raw))).body)).not.toContain('unter2');
      }
    });
  });

  describe('JSON of the wrong kind', () => {
    it.each(['null', '[]', '[[]]', '"text"', '1', 'true'])(
      'is rejected by every operation: %s',
      async (raw) => {
        for (const { operationId, hasBody } of contract.operations) {
          if (!hasBody) continue;
          const { status, body } = await refused(() => contract.call(operationId, { raw }));
          expect({ operationId, status }).toEqual({ operationId, status: 422 });
          expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toContain('body');
        }
      },
    );

    it('is rejected if it is empty', async () => {
      for (const { operationId, hasBody } of contract.operations) {
        if (!hasBody) continue;
        expect(problems(await refused(() => contract.call(operationId)))).toContain('body missing');
      }
    });
  });

  describe('text that cannot be stored unchanged', () => {
    // What they store is content: it gets U+FFFD for these characters. Of sample data the body is only a name.
    const ofContent = ['detectHallucinations', 'evaluate', 'createConversation', 'loadSampleData'];

    it.each<[string, string | Uint8Array, string]>([
      ['an overlong encoding', new Uint8Array([0x22, 0xc0, 0x80, 0x22]), 'body.0 json_invalid'],
      ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'body.0 json_invalid'],
      ['a lone surrogate', '{"name": "a\\ud800b"}', 'body.name value_error'],
      ['a surrogate pair the wrong way round', '{"name": "\\udc00\\ud800"}', 'body.name value_error'],
      ['NUL', '{"name": "a\\u0000b"}', 'body.name value_error'],
      ['NUL in a key', '{"na\\u0000me": 1}', 'body.na\ufffdme value_error'],
      ['a lone surrogate in a key', '{"x": {"\\udfff": 1}}', 'body.x.\ufffd value_error'],
    ])('is rejected where it is no content: %s', async (_name, raw, problem) => {
      for (const { operationId, hasBody } of contract.operations) {
        if (!hasBody || ofContent.includes(operationId)) continue;
        expect(problems(await refused(() => contract.call(operationId, { raw })))).toContain(problem);
      }
    });

    it.each([
      ['__proto__ as a key', '{"__proto__": {"role": "admin"}}', 'body.__proto__ value_error'],
      [
        '__proto__ deep inside',
        '{"messages": [{"role": "user", "x": {"__proto__": 1}}]}',
        'body.messages.0.x.__proto__ value_error',
      ],
      ['__proto__ in escapes', '{"\\u005f_proto__": {}}', 'body.__proto__ value_error'],
    ])('is rejected by every operation: %s', async (_name, raw, problem) => {
      for (const { operationId, hasBody } of contract.operations) {
        if (!hasBody) continue;
        expect(problems(await refused(() => contract.call(operationId, { raw })))).toContain(problem);
      }
    });

    it('does not pollute prototypes', async () => {
      await detect('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');

      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });
  });

  describe('a very deep or long body', () => {
    it.each([
      ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
      ['unclosed arrays', '['.repeat(1_000_000)],
      ['65 levels', `{"a":${'['.repeat(65)}${']'.repeat(65)}}`],
    ])('is rejected: %s', async (_name, raw) => {
      expect((await refused(() => detect(raw))).status).toBe(422);
    });

    it.each([
      ['of 4 MiB of wrong messages', () => `{"messages": [${'1,'.repeat(2 * MIB - 100)}1]}`],
      ['of 4 MiB of empty messages', () => `{"messages": [${'{},'.repeat(MIB)}{}]}`],
      [
        'of 300,000 unknown fields',
        () => `{${Array.from({ length: 300_000 }, (_, index) => `"${index}":0`).join()}}`,
      ],
      [
        'of one string of 4 MiB where there should be a list',
        () => `{"messages": "${'m'.repeat(4 * MIB - 100)}"}`,
      ],
      ['of 100,000 texts with NUL', () => `{"messages": [${'"\\u0000",'.repeat(100_000)}1]}`],
      [
        'of 6,000 messages',
        () => JSON.stringify({ messages: Array(6000).fill({ role: 'assistant', content: 'a' }) }),
      ],
    ])('is rejected with a short message: %s', async (_name, make) => {
      const raw = make();

      expect((await refused(() => detect(raw))).status).toBe(422);
    });

    it('is rejected above MAX_BODY_BYTES, also if it is compressed', async () => {
      const plain = Buffer.alloc(5 * MIB, 'a');
      // Compressed before they are sent: what is measured is the response.
      const bomb = gzipSync(Buffer.alloc(200 * MIB));
      const deflated = deflateSync(plain);
      const brotli = brotliCompressSync(plain);

      const responses = [
        await refused(() => detect(plain)),
        await refused(() => detect(bomb, { 'content-encoding': 'gzip' })),
        await refused(() => detect(deflated, { 'content-encoding': 'deflate' })),
        await refused(() => detect(brotli, { 'content-encoding': 'br' })),
      ];

      for (const { status, body } of responses) {
        expect(status).toBe(413);
        expect(body.detail).toEqual([
          {
            loc: ['body'],
            msg: expect.any(String),
            type: 'body_too_large',
            input: null,
            ctx: { max_bytes: 4 * MIB },
          },
        ]);
      }
    });
  });

  describe('an encoding', () => {
    it.each([
      ['gzip, gzip', gzipSync(gzipSync('{}')), 415],
      ['rot13', '{}', 415],
      ['gzip', 'not gzip', 422],
      ['gzip', gzipSync('{"messages": []}').subarray(0, 12), 422],
      ['br', 'not brotli', 422],
    ])('%s that cannot be decoded is rejected', async (encoding, raw, status) => {
      expect((await refused(() => detect(raw, { 'content-encoding': encoding }))).status).toBe(status);
    });
  });
});

describe('values', () => {
  useFreshWorkspace(api);

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
          messages: [
            { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: {} } }] },
          ],
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
      ['1e999', 'int_from_float'],
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

    it('beyond the range of a double keep their text in unused fields', async () => {
      const raw = '{"messages": [{"role": "assistant", "content": "x", "logprob": -1e999}]}';

      const { body } = await api.post('/v1/conversations', undefined, { raw });
      const stored = await api.get(`/v1/conversations/${body.id}`);

      expect(stored.body.messages[0]?.extra).toEqual({ logprob: Number.NEGATIVE_INFINITY });
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
        api.post('/v1/experiments', {
          name: '\u{1F600}'.repeat(100_000),
          model: 'm',
          conversation_ids: ['x'],
        }),
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
});
