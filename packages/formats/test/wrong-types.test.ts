import { exportOf, jsonSpan, keyValues } from '../../../test/support/otlp-spans';
import { decodeExport } from '../otlp/export-body';
import { traceSignal } from '../otlp/protobuf';
import { rawLogRecords, rawSpans } from '../otlp/telemetry';
import { UndecodableExport } from '../otlp/undecodable-export';
import { readTelemetryEvent, readTelemetrySpan } from '../read-telemetry';
import { chat, ids, readOneSpan } from './support/read-all';

const text = { stringValue: 'x' };
/** Too deep for a recursive conversion to text. */
const deepList = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
const notText = [5, true, ['x'], { toString: 1, valueOf: 1 }, deepList];
const notInteger = ['soon', '', 1.5, '1.5', '1e400', '1e999999999', '9'.repeat(1e6), '0x10', true, [1], {}];
const notObject = [5, 'x', true, [text]];
const notList = [5, 'x', true, {}];
const notAttributes = [5, 'x', true, [5], ['x'], [null], [[]], [{ key: 5, value: text }], [{ name: 'a' }]];
const notId = [...notText, 'ab', 'x'.repeat(16), 'ab'.repeat(20), '0'.repeat(16), '0'.repeat(32), '', null];
const notTime = [...notInteger, '-1', '1'.repeat(21), '1e30'];

/** For each field that is read, values that are not of its type. */
const spanErrors: Record<string, unknown[]> = {
  traceId: notId,
  spanId: notId,
  name: notText,
  startTimeUnixNano: [...notTime, 0, '0', null],
  endTimeUnixNano: notTime,
  attributes: notAttributes,
  events: [
    ...notList,
    [5],
    [null],
    ...notText.map((name) => [{ name }]),
    ...notAttributes.map((attributes) => [{ attributes }]),
  ],
  status: [
    ...notObject,
    ...['soon', 1.5, true, [1], {}].map((code) => ({ code })),
    ...notText.map((message) => ({ message })),
  ],
};

const recordErrors: Record<string, unknown[]> = {
  timeUnixNano: notTime,
  observedTimeUnixNano: notTime,
  body: [{ intValue: 'x' }],
  attributes: notAttributes,
  traceId: notId,
  spanId: notId,
  eventName: notText,
};

const valueErrors: Record<string, unknown[]> = {
  stringValue: notText,
  boolValue: ['true', 1, [], {}],
  intValue: notInteger,
  doubleValue: ['x', '', true, [], {}],
  bytesValue: notText,
  arrayValue: [5, 'x', [text], { values: 5 }, { values: {} }],
  kvlistValue: [5, 'x', [text], { values: 5 }, { values: {} }, { values: [5] }, { values: [{ key: 5 }] }],
};

function nameOf(value: unknown): string {
  try {
    return String(JSON.stringify(value)).slice(0, 60);
  } catch {
    return 'a deep list';
  }
}

const rows = (errors: Record<string, unknown[]>) =>
  Object.entries(errors).flatMap(([field, values]) =>
    values.map((value): [string, string, unknown] => [field, nameOf(value), value]),
  );
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_match, letter) => letter.toUpperCase());
const span = (fields: object = {}) => ({ ...jsonSpan(ids, chat), ...fields });
const record = (fields: object = {}) => ({ ...ids, eventName: 'gen_ai.user.message', ...fields });
const readSpan = (raw: unknown) =>
  readTelemetrySpan({ span: raw, resource: new Map(), library: 'test', contextError: null });
const readRecord = (raw: unknown) => readTelemetryEvent({ record: raw, contextError: null }, 1);
const rejectionNaming = (field: string) => ({
  kind: 'rejected',
  reason: expect.stringMatching(
    new RegExp(`${field}|${snakeCase(field)}${field.endsWith('Nano') ? '|a time' : ''}`),
  ),
});

/** The names of the fields that are read of a message. */
function listReads(message: object, read: (message: unknown) => unknown): string[] {
  const names = new Set<string>();
  read(
    new Proxy(message, {
      get(target, name) {
        names.add(camelCase(String(name)));
        return Reflect.get(target, name);
      },
    }),
  );
  return [...names].sort();
}

it('covers the fields that are read', () => {
  // A parent that is no id is none.
  expect(listReads(span(), readSpan)).toEqual([...Object.keys(spanErrors), 'parentSpanId'].sort());
  expect(listReads(record(), readRecord)).toEqual(Object.keys(recordErrors).sort());
});

it.each(rows(spanErrors))('rejects a span whose %s is %s, and names the field', (field, _name, value) => {
  const unrelated = { ...jsonSpan(ids, { 'http.method': 'GET' }), [field]: value };
  const ofProtobuf = { ...span(), [field]: undefined, [snakeCase(field)]: value };

  for (const raw of [span({ [field]: value }), unrelated, ofProtobuf]) {
    expect(readSpan(raw)).toEqual(rejectionNaming(field));
  }
});

it.each(rows(recordErrors))(
  'rejects a log record whose %s is %s, and names the field',
  (field, _name, value) => {
    expect(readRecord(record({ [field]: value }))).toEqual(rejectionNaming(field));
  },
);

it.each(rows(valueErrors))(
  'rejects a span with an attribute whose %s is %s, and names both',
  (type, _name, value) => {
    const attribute = { key: 'a\nb', value: { [type]: value } };
    const nested = { key: 'a\nb', value: { arrayValue: { values: [{ [type]: value }] } } };
    const { attributes } = span();

    for (const fields of [
      { attributes: [...attributes, attribute] },
      { attributes: [...attributes, nested] },
      { events: [{ name: 'e', attributes: [attribute] }] },
    ]) {
      const reason = expect.stringMatching(new RegExp(`^a b: AnyValue\\.${type}[. ]`));
      expect(readSpan(span(fields))).toEqual({ kind: 'rejected', reason });
    }
  },
);

it.each([
  [{ events: [{}, {}, 5] }, 'Span.events[2] should be an object'],
  [{ events: [{ attributes: 5 }] }, 'Span.events[0].attributes should be a list of {key, value}'],
  [{ attributes: [{ key: 'a' }, { key: 5 }] }, 'Span.attributes[1].key should be text'],
])('names the entry of a list: %j', (fields, reason) => {
  expect(readSpan(span(fields))).toEqual({ kind: 'rejected', reason });
});

it.each<[string, object]>([
  ['an object of attributes', { attributes: { 'gen_ai.operation.name': 'chat' } }],
  ['nulls', { name: null, events: null, status: null, endTimeUnixNano: null }],
  ['times as numbers', { startTimeUnixNano: 1_768_469_400_000_000_000, endTimeUnixNano: 0 }],
  ['times with an exponent', { startTimeUnixNano: '1.7684694e18', endTimeUnixNano: '1768469400000000000.0' }],
  ['upper-case ids', { traceId: 'A'.repeat(32) }],
  ['fields of a later version', { later: 5, events: [{ name: 'e', later: [] }] }],
  [
    'fields of another type that are not read',
    {
      kind: 'CLIENT',
      traceState: 5,
      flags: 'x',
      links: 5,
      droppedAttributesCount: {},
      droppedEventsCount: 'x',
    },
  ],
  [
    'events whose time is not read',
    { events: [{ name: 'e', timeUnixNano: 'soon', droppedAttributesCount: [] }] },
  ],
])('reads a span with %s', (_name, fields) => {
  expect(readSpan(span(fields))).toMatchObject({ kind: 'read' });
});

it('reads a log record whose fields are of another type where they are not read', () => {
  const fields = { severityNumber: 'INFO', severityText: 5, flags: 'x', droppedAttributesCount: {} };

  expect(readRecord(record(fields))).toMatchObject({ kind: 'read' });
});

it.each(['0'.repeat(16), '', 'root', 5, ['x'], deepList])(
  'reads a span without a parent: %#',
  (parentSpanId) => {
    expect(readOneSpan(span({ parentSpanId })).parentSpanId).toBeNull();
  },
);

it.each([
  ...['2', '2.0', 2, '2e0', 'ERROR', 'error', 'STATUS_CODE_ERROR'].map((code) => [code, true] as const),
  ...['1', 0, 3, 'OK', 'Unset', 'STATUS_CODE_OK', null].map((code) => [code, false] as const),
])('reads the status code %j', async (code, isError) => {
  const bytes = Buffer.from(JSON.stringify(exportOf(span({ status: { code, message: 'x' } }))));
  const { value } = await decodeExport(traceSignal, bytes, 'json');
  const [outcome] = rawSpans(value).map(readTelemetrySpan);

  expect(outcome).toMatchObject({ kind: 'read', item: { error: isError ? { message: 'x' } : null } });
});

it.each([
  ['7', 7],
  ['"7"', 7],
  ['1.0', 1],
  ['"1.0"', 1],
  ['1e3', 1000],
  ['"1E3"', 1000],
  ['12.5e1', 125],
  ['-0', 0],
])('reads the integer %s', async (json, count) => {
  const counted = span({
    attributes: [...keyValues(chat), { key: 'gen_ai.usage.input_tokens', value: { intValue: 'COUNT' } }],
  });
  const bytes = Buffer.from(JSON.stringify(exportOf(counted)).replace('"COUNT"', json));
  const { value } = await decodeExport(traceSignal, bytes, 'json');

  expect(rawSpans(value).map(readTelemetrySpan)).toMatchObject([{ item: { call: { inputTokens: count } } }]);
});

it.each([
  ['1e+21', '1e+21'],
  ['100000000000000000000', '100000000000000000000'],
  ['9223372036854775807', '9223372036854775807'],
])('reads the integer %s beyond a double, as JavaScript exports it', async (json, content) => {
  const result = span({
    attributes: [
      ...keyValues({ 'gen_ai.operation.name': 'execute_tool' }),
      { key: 'gen_ai.tool.call.result', value: { intValue: 'NUMBER' } },
    ],
  });
  const bytes = Buffer.from(JSON.stringify(exportOf(result)).replace('"NUMBER"', json));
  const { value } = await decodeExport(traceSignal, bytes, 'json');

  expect(rawSpans(value).map(readTelemetrySpan)).toMatchObject([{ item: { tool: { result: content } } }]);
});

it.each<[string, unknown]>([
  ['resourceSpans', { resourceSpans: 'x' }],
  ['scopeSpans', { resourceSpans: [5] }],
  ['scopeSpans', { resourceSpans: [{ scopeSpans: 'x' }] }],
  ['spans', { resourceSpans: [{ scopeSpans: [null] }] }],
  ['spans', { resourceSpans: [{ scopeSpans: [{ spans: {} }] }] }],
])('names %s in the refusal of %j', (field, body) => {
  expect(() => rawSpans(body)).toThrow(UndecodableExport);
  expect(() => rawSpans(body)).toThrow(field);
});

it.each<[string, Record<string, unknown>]>([
  ...[5, 'x', [], { attributes: 5 }, { attributes: [{ key: 5 }] }].map(
    (resource): [string, Record<string, unknown>] => ['Resource', { resource }],
  ),
  ...[5, 'my-lib', [], { name: 5 }, { version: {} }].map((scope): [string, Record<string, unknown>] => [
    'InstrumentationScope',
    { scope },
  ]),
])('rejects only the records below a wrong %s: %j', (type, { resource, scope }) => {
  const reason = expect.stringMatching(new RegExp(`^${type}[. ]`));
  const spans = {
    resourceSpans: [
      { resource, scopeSpans: [{ scope, spans: [span()] }] },
      ...exportOf(span()).resourceSpans,
    ],
  };
  const logRecords = [record()];
  const logs = {
    resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }, { scopeLogs: [{ logRecords }] }],
  };

  expect(rawSpans(spans).map(readTelemetrySpan)).toMatchObject([
    { kind: 'rejected', reason },
    { kind: 'read' },
  ]);
  expect(rawLogRecords(logs).map(readTelemetryEvent)).toMatchObject([
    { kind: 'rejected', reason },
    { kind: 'read' },
  ]);
});

it('reads the same from protobuf, where types cannot be wrong', async () => {
  const sent = span({
    parentSpanId: 'c'.repeat(16),
    attributes: keyValues({ ...chat, 'gen_ai.usage.input_tokens': 7, 'gen_ai.request.temperature': 0.5 }),
    events: [{ name: 'gen_ai.user.message', attributes: keyValues({ content: 'hi', list: ['a', true] }) }],
    status: { code: 2, message: 'x' },
  });
  const toBytes = (hex: string) => Buffer.from(hex, 'hex');
  const message = traceSignal.request.fromObject(
    exportOf({
      ...sent,
      traceId: toBytes(ids.traceId),
      spanId: toBytes(ids.spanId),
      parentSpanId: toBytes('c'.repeat(16)),
    }),
  );
  const bytes = Buffer.from(traceSignal.request.encode(message).finish());
  const { value } = await decodeExport(traceSignal, bytes, 'protobuf');

  expect(rawSpans(value).map(readTelemetrySpan)).toEqual(rawSpans(exportOf(sent)).map(readTelemetrySpan));
  expect(rawSpans(value).map(readTelemetrySpan)).toMatchObject([{ kind: 'read' }]);
});
