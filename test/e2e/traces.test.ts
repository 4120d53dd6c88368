import { gzipSync } from 'node:zlib';
import { logSignal, rpcStatus, traceSignal } from '../../packages/formats';
import { exporterHeaders } from '../support/otlp';
import { chatAttributes, exportOf, exportOfScope, jsonSpan, keyValues } from '../support/otlp-spans';
import { makeMember, makeRevokedKey, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { useApi } from '../support/use-api';
import type { ErrorBody } from '../support/wire-types';

const api = useApi();

const PROTOBUF = 'application/x-protobuf';
let ids = 0;
const hex = (length: number) => {
  ids += 1;
  return ids.toString(16).padStart(length, 'f');
};
const makeIds = () => ({ traceId: hex(32), spanId: hex(16) });

/** Sends bytes like an exporter; a protobuf response is decoded. */
async function send(
  path: string,
  type: string,
  bytes: Uint8Array | string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { ...exporterHeaders(api), 'content-type': type, ...headers },
    body: bytes as never,
  });
  const received = Buffer.from(await response.arrayBuffer());
  const isProtobuf = response.headers.get('content-type') === PROTOBUF;
  const decoder = response.status === 200 ? traceSignal.response : rpcStatus;
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: isProtobuf
      ? decoder.toObject(decoder.decode(received), { longs: String })
      : JSON.parse(received.toString('utf8')),
  };
}
const sendJson = (body: unknown, headers?: Record<string, string>) =>
  send('/v1/traces', 'application/json', JSON.stringify(body), headers);

/** The same export in protobuf: ids become bytes, which protobuf's JSON format encodes as base64. */
function toProtobuf(body: unknown): Uint8Array {
  const withBytes = JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    /^(trace|span|parentSpan)Id$/.test(key) ? Buffer.from(String(value), 'hex').toString('base64') : value,
  );
  return traceSignal.request.encode(traceSignal.request.fromObject(withBytes)).finish();
}

async function readMessages(externalId: string) {
  const list = await api.get(`/v1/conversations?external_id=${externalId}`);
  const found = list.body.items[0];
  return found === undefined ? null : (await api.get(`/v1/conversations/${found.id}`)).body;
}

describe('POST /v1/traces', () => {
  it.each([
    ['JSON', 'application/json', JSON.stringify, {}],
    ['JSON with a charset', 'application/json; charset=utf-8', JSON.stringify, {}],
    ['gzipped JSON', 'application/json', (body: unknown) => gzipSync(JSON.stringify(body)), gzip()],
    ['protobuf', PROTOBUF, toProtobuf, {}],
    ['gzipped protobuf', PROTOBUF, (body: unknown) => gzipSync(toProtobuf(body)), gzip()],
  ])('accepts %s and responds in the same format', async (_name, type, encode, headers) => {
    const span = makeIds();
    const body = exportOf(
      jsonSpan({ ...span, startMs: 1_768_469_400_000 }, chatAttributes([['user', 'hi']], 'hello')),
    );

    const response = await send('/v1/traces', type, encode(body), headers);

    expect(response).toMatchObject({
      status: 200,
      type: expect.stringContaining(type.split(';')[0] ?? ''),
      body: {},
    });
    expect(response.body).toEqual({});
    const stored = await readMessages(span.traceId);
    expect(stored?.messages).toMatchObject([
      { role: 'user', parts: [{ content: 'hi' }], created_at: '2026-01-15T09:30:00.000Z' },
      {
        role: 'assistant',
        parts: [{ content: 'hello' }],
        created_at: '2026-01-15T09:30:00.500Z',
        generation: { model: 'm', latency_ms: 500 },
      },
    ]);
  });

  it('accepts an empty export, and ignores unrelated spans and unknown fields', async () => {
    const span = makeIds();
    const other = jsonSpan(
      { ...span, startMs: 1000, future: [1] },
      { 'http.method': 'GET', 'session.id': 's' },
    );

    for (const body of [{}, { resourceSpans: [] }, { ...exportOf(other), future: { a: 1 } }]) {
      expect(await sendJson(body)).toMatchObject({ status: 200, body: {} });
    }
    expect((await send('/v1/traces', PROTOBUF, new Uint8Array())).body).toEqual({});
    expect(await readMessages(span.traceId)).toBeNull();
    expect(await readMessages('s')).toBeNull();
  });

  it.each([
    ['JSON', (body: unknown) => sendJson(body)],
    ['protobuf', (body: unknown) => send('/v1/traces', PROTOBUF, toProtobuf(body))],
  ])('reports rejected spans in %s, and stores the others', async (_name, sendIt) => {
    const good = makeIds();
    const chat = chatAttributes([['user', 'hi']], 'hello');
    const body = exportOf(
      jsonSpan({ ...makeIds(), traceId: '0'.repeat(32), startMs: 1000 }, chat),
      jsonSpan({ ...makeIds(), spanId: 'abcd', startMs: 1000 }, chat),
      jsonSpan({ ...good, startMs: 1000 }, chat),
      { ...jsonSpan({ ...makeIds(), startMs: 1000 }, chat), startTimeUnixNano: '0' },
      jsonSpan({ ...makeIds(), startMs: 1000 }, chatAttributes([['user', 'a\0b']], 'hello')),
      jsonSpan({ ...makeIds(), startMs: 1000 }, chatAttributes([['user', 'a\0c']], 'hello')),
    );

    const response = await sendIt(body);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      partialSuccess: {
        rejectedSpans: '3',
        errorMessage:
          '1 rejected: trace_id should be 16 bytes (32 hexadecimal digits in JSON), not all zero; ' +
          '1 rejected: span_id should be 8 bytes (16 hexadecimal digits in JSON), not all zero; ' +
          '1 rejected: start_time_unix_nano is missing; ' +
          'Characters that cannot be stored (NUL, half of a surrogate pair) became U+FFFD: 2',
      },
    });
    expect((await readMessages(good.traceId))?.message_count).toBe(2);
  });

  it.each<[string, (body: unknown) => ReturnType<typeof send>]>([
    ['JSON', (body) => sendJson(body)],
    ['protobuf', (body) => send('/v1/traces', PROTOBUF, toProtobuf(body))],
    ["the path of Langfuse's SDKs", (body) => send('/api/public/otel/v1/traces', PROTOBUF, toProtobuf(body))],
  ])(
    'warns about accepted spans without content or of an unknown convention, in %s',
    async (_name, sendIt) => {
      const call = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
      const body = {
        resourceSpans: [
          ...exportOfScope({ name: 'openlit' }, jsonSpan({ ...makeIds(), startMs: 1000 }, call))
            .resourceSpans,
          ...exportOfScope(
            { name: 'own' },
            jsonSpan({ ...makeIds(), startMs: 1000 }, { 'llm.prompts': 'hi' }),
          ).resourceSpans,
        ],
      };

      const { status, body: response } = await sendIt(body);

      expect(status).toBe(200);
      // Protobuf leaves out a zero.
      expect({ rejectedSpans: '0', ...response.partialSuccess }).toEqual({
        rejectedSpans: '0',
        errorMessage:
          '1 without content: Model calls of openlit have no recorded content. ' +
          'Set capture_message_content=True of openlit.init; ' +
          '1 unknown: Spans of own look like model calls of an unknown convention, with the attributes llm.prompts. ' +
          'Use an instrumentation of docs/traces.md',
      });
    },
  );

  it('warns about the same spans again, although the messages have come as log records', async () => {
    const span = makeIds();
    const call = jsonSpan({ ...span, startMs: 1000 }, { 'gen_ai.operation.name': 'chat' });
    const first = await sendJson(exportOf(call));
    const record = { ...span, timeUnixNano: '1', eventName: 'gen_ai.user.message' };
    const body = { kvlistValue: { values: keyValues({ content: 'hi' }) } };
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ ...record, body }] }] }] };

    expect((await send('/v1/logs', 'application/json', JSON.stringify(logs))).body).toEqual({});
    expect(first.body.partialSuccess.errorMessage).toContain('If the messages follow as log records');
    expect((await sendJson(exportOf(call))).body).toEqual(first.body);
    expect((await readMessages(span.traceId))?.message_count).toBe(1);
  });

  it.each([
    [
      '__proto__',
      '[{"role":"tool","content":"r","x":1},{"role":"user","parts":[{"type":"tool_call","name":"f","arguments":{"__proto__":1}}]}]',
      null,
    ],
    ['depth', deepJson(50_000), 'an attribute is nested deeper than 64 levels'],
    ['too many values', deepJson(1_000_000), 'an attribute holds more than 75000 values'],
    ['depth in arguments', callOf(deepJson(100_000)), null],
    ['no messages', '{"role":"user"}', null],
    ['numbers', '[1,null,"x",[],{}]', null],
  ])('is not confused by messages with %s', async (_name, messages, reason) => {
    const span = makeIds();
    const attributes = { ...chatAttributes([], 'hello'), 'gen_ai.input.messages': messages };

    const response = await sendJson(exportOf(jsonSpan({ ...span, startMs: 1000 }, attributes)));

    expect(response.status).toBe(200);
    if (reason === null) expect(response.body).toEqual({});
    else expect(response.body.partialSuccess.errorMessage).toBe(`1 rejected: ${reason}`);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('rejects only the spans of a scope that is malformed', async () => {
    const chat = chatAttributes([['user', 'hi']], 'hello');
    const [good, bad] = [makeIds(), makeIds()];
    const [wrong, right] = [bad, good].map((span) => exportOf(jsonSpan({ ...span, startMs: 1000 }, chat)));
    Object.assign(wrong?.resourceSpans[0]?.scopeSpans[0] ?? {}, { scope: 'my-lib' });

    const { status, body } = await sendJson({
      resourceSpans: [wrong, right].flatMap((one) => one?.resourceSpans ?? []),
    });

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        partialSuccess: {
          rejectedSpans: '1',
          errorMessage: '1 rejected: InstrumentationScope should be an object',
        },
      },
    });
    expect((await readMessages(good.traceId))?.message_count).toBe(2);
    expect(await readMessages(bad.traceId)).toBeNull();
  });

  it('rejects a span with a value that is nested too deeply', async () => {
    let value: unknown = { stringValue: 'x' };
    for (let level = 0; level < 100; level += 1) value = { arrayValue: { values: [value] } };
    const span = jsonSpan({ ...makeIds(), startMs: 1000 }, { 'gen_ai.operation.name': 'chat' });
    span.attributes.push({ key: 'deep', value });

    const { body } = await sendJson(exportOf(span));

    expect(body.partialSuccess).toEqual({
      rejectedSpans: '1',
      errorMessage: '1 rejected: an attribute is nested deeper than 64 levels',
    });
  });

  it.each([
    ['no JSON', 'application/json', '{'],
    ['no UTF-8', 'application/json', new Uint8Array([0x22, 0xff, 0x22])],
    ['a list', 'application/json', '[]'],
    ['null', 'application/json', 'null'],
    ['spans that are no list', 'application/json', '{"resourceSpans": {}}'],
    ['spans in a text', 'application/json', '{"resourceSpans": ["x"]}'],
    ['too many values', 'application/json', `[${'0,'.repeat(250_000)}0]`],
    ['nothing', 'application/json', ''],
    ['no protobuf', PROTOBUF, new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['JSON', PROTOBUF, '{"resourceSpans": []}'],
    ['protobuf of great depth', PROTOBUF, deepProtobuf()],
  ])('responds 400 with a Status in the form of the request to %s', async (_name, type, bytes) => {
    const response = await send('/v1/traces', type, bytes);

    expect(response).toMatchObject({
      status: 400,
      type: expect.stringContaining(type),
      body: { code: 3, message: expect.stringMatching(/^The body (is|has more)/) },
    });
  });

  it('responds 413 to a body that is too large after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

    for (const [type, bytes, headers] of [
      [PROTOBUF, bomb, gzip()],
      ['application/json', `"${'x'.repeat(32 * 1024 * 1024)}"`, {}],
    ] as const) {
      const { status, body } = await send('/v1/traces', type, bytes, headers);
      expect([status, body.detail[0].type]).toEqual([413, 'body_too_large']);
      expect(body.detail[0].msg).toContain('lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE');
    }
  });

  it('stores a batch of 30 MiB after decompression', async () => {
    const spans = Array.from({ length: 10 }, (_, index) => {
      const text = `${index} ${'x'.repeat(3 * 1024 * 1024)}`;
      const output = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]);
      return jsonSpan(
        { ...makeIds(), startMs: 1000 },
        { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': output },
      );
    });
    const bytes = gzipSync(JSON.stringify(exportOf(...spans)));

    const response = await send('/v1/traces', 'application/json', bytes, gzip());

    expect(response).toMatchObject({ status: 200, body: {} });
    expect((await readMessages(String(spans[9]?.traceId)))?.messages).toHaveLength(1);
  });

  it('responds 415 to other types and encodings', async () => {
    for (const [type, headers, loc] of [
      ['text/plain', {}, 'content-type'],
      ['application/grpc', {}, 'content-type'],
      [PROTOBUF, { 'content-encoding': 'zstd' }, 'content-encoding'],
    ] as const) {
      const { status, body } = await send('/v1/traces', type, 'x', headers);
      expect([status, body.detail[0].loc]).toEqual([415, ['header', loc]]);
    }
  });

  it('responds 422 to a body that is not gzip despite its Content-Encoding', async () => {
    const { status, body } = await send('/v1/traces', PROTOBUF, 'x', gzip());

    expect([status, body.detail[0].type]).toEqual([422, 'json_invalid']);
  });

  it('builds a deleted conversation from later spans only', async () => {
    const ask = (text: string, startMs: number) =>
      sendJson(
        exportOf(
          jsonSpan(
            { ...makeIds(), startMs },
            { ...chatAttributes([['user', text]], 'ok'), 'gen_ai.conversation.id': 'deleted' },
          ),
        ),
      );

    await ask('before', 1000);
    const stored = await readMessages('deleted');
    expect((await api.delete(`/v1/conversations/${stored?.id}`)).status).toBe(204);
    await ask('after', 2000);

    expect(await readMessages('deleted')).toMatchObject({
      id: stored?.id,
      preview: 'after',
      message_count: 2,
    });
  });

  it('separates equal ids in two workspaces', async () => {
    const span = makeIds();
    const workspaceId = await makeWorkspace(api);
    const export_ = (text: string) =>
      exportOf(jsonSpan({ ...span, startMs: 1000 }, { ...chatAttributes([['user', text]], 'ok') }));

    await sendJson(export_('mine'));
    await sendJson(export_('theirs'), {
      'x-workspace-id': workspaceId,
    });

    expect((await readMessages(span.traceId))?.preview).toBe('mine');
  });
});

describe('POST /api/public/otel/v1/traces', () => {
  const basic = (user: string, password: string) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const sendTo = async (path: string, authorization: string, span = makeIds()) => {
    const body = exportOf(jsonSpan({ ...span, startMs: 1000 }, chatAttributes([['user', 'hi']], 'hello')));
    const { status, body: received } = await api.post(path, body, {
      key: null,
      workspaceId: null,
      headers: { authorization },
    });
    return { status, types: (received as ErrorBody).detail?.map(({ type }) => type) };
  };

  it('accepts a workspace key with the id of its workspace or its name, as the SDKs of Langfuse send it', async () => {
    const { key } = await makeWorkspaceKey(api);
    const [byId, byName, byToken] = [makeIds(), makeIds(), makeIds()];

    for (const [span, authorization] of [
      [byId, basic(api.workspaceId, key)],
      [byName, basic('ci', key)],
      [byToken, `Bearer ${key}`],
    ] as const) {
      expect(await sendTo('/api/public/otel/v1/traces', authorization, span)).toMatchObject({ status: 200 });
      expect((await readMessages(span.traceId))?.message_count).toBe(2);
    }
  });

  it('responds 401 to any other credential, and so does every other operation to this one', async () => {
    const { key } = await makeWorkspaceKey(api);
    const other = await makeWorkspace(api);
    const { key: userKey } = await makeMember(api, 'contributor');
    const revoked = await makeRevokedKey(api);
    const path = '/api/public/otel/v1/traces';

    const refused = (type: string) => ({ status: 401, types: [type] });
    expect(await sendTo(path, basic(other, key))).toEqual(refused('api_key_unknown'));
    expect(await sendTo(path, basic('', key))).toEqual(refused('api_key_unknown'));
    expect(await sendTo(path, basic(api.workspaceId, userKey))).toEqual(refused('api_key_unknown'));
    expect(await sendTo(path, basic(api.workspaceId, 'secret'))).toEqual(refused('api_key_malformed'));
    expect(await sendTo(path, basic(api.workspaceId, revoked.key))).toEqual(refused('api_key_revoked'));
    expect(await sendTo(path, 'Basic ?')).toEqual(refused('api_key_malformed'));
    expect(await sendTo('/v1/traces', basic(api.workspaceId, key))).toEqual(refused('api_key_malformed'));
  });
});

describe('POST /v1/logs', () => {
  const recordOf = (
    span: { traceId: string; spanId: string },
    eventName: string,
    body: Record<string, string>,
  ) => ({
    ...span,
    timeUnixNano: '1000000000',
    eventName,
    body: { kvlistValue: { values: keyValues(body) } },
  });
  const logs = (...logRecords: unknown[]) =>
    JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

  it('adds messages that a client exports as events to their span', async () => {
    const span = makeIds();
    const empty = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

    await sendJson(exportOf(jsonSpan({ ...span, startMs: 1000 }, empty)));
    const response = await send(
      '/v1/logs',
      'application/json',
      logs(
        recordOf(span, 'gen_ai.user.message', { content: 'hi' }),
        recordOf(span, 'gen_ai.choice', { content: 'hello' }),
        recordOf(span, 'something.else', { content: 'no' }),
        { body: { stringValue: 'a line of a log' } },
      ),
    );

    expect(response).toMatchObject({ status: 200, body: {} });
    const stored = await readMessages(span.traceId);
    expect(stored?.messages.map(({ parts }) => parts[0])).toMatchObject([
      { content: 'hi' },
      { content: 'hello' },
    ]);
  });

  it('reports rejected records', async () => {
    const record = { ...recordOf(makeIds(), 'gen_ai.user.message', { content: 'a' }), timeUnixNano: 'now' };

    const response = await send('/v1/logs', 'application/json', logs(record));
    const bad = await send('/v1/logs', 'application/json', '{"resourceLogs": 1}');

    expect(response.body).toEqual({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage: '1 rejected: LogRecord.timeUnixNano should be an integer',
      },
    });
    expect(bad.status).toBe(400);
    expect(logSignal.rejectedField).toBe('rejectedLogRecords');
  });
});

describe('POST /v1/metrics', () => {
  it.each(['application/json', PROTOBUF])('accepts and discards metrics as %s', async (type) => {
    const response = await send('/v1/metrics', type, 'not read');

    expect(response).toMatchObject({ status: 200, type: expect.stringContaining(type), body: {} });
  });
});

function deepJson(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

function callOf(args: string): string {
  const part = { type: 'tool_call', id: 'c', name: 'f', arguments: args };
  return JSON.stringify([{ role: 'assistant', parts: [part] }]);
}

function gzip() {
  return { 'content-encoding': 'gzip' };
}

/** An attribute with arrays in arrays, 5,000 levels deep; each is a field 5 with a field 1 of the rest. */
function deepProtobuf(): Uint8Array {
  const wrap = (tag: number, bytes: Buffer) => {
    const size: number[] = [];
    for (let rest = bytes.length; ; rest >>>= 7) {
      size.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
      if (rest <= 0x7f) break;
    }
    return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
  };
  let value: Buffer = Buffer.alloc(0);
  for (let level = 0; level < 5000; level += 1) value = wrap(0x2a, wrap(0x0a, value));
  const attribute = wrap(0x4a, wrap(0x12, value));
  return wrap(0x0a, wrap(0x12, wrap(0x12, attribute)));
}
