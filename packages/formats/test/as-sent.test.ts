import { jsonSpan, keyValues } from '../../../test/support/otlp-spans';
import { assemble, lineOf } from '../../../test/support/spans';
import type { MessagePart } from '../model/message';
import { decodeExport } from '../otlp/export-body';
import { traceSignal } from '../otlp/protobuf';
import { rawLogRecords, rawSpans } from '../otlp/telemetry';
import { readTelemetrySpan } from '../read-telemetry';
import type { GenAiSpan } from '../spans/span';
import { type Attributes, chat, ids, readOne } from './support/read-all';

const ID = '9054686819491029395';

const partsOf = ({ call }: GenAiSpan): MessagePart[] =>
  [...(call?.inputs ?? []), ...(call?.outputs ?? [])].flatMap(({ parts }) => parts);
const textsOf = (span: GenAiSpan) => JSON.stringify(partsOf(span));
const message = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
const decode = async (bytes: string | Uint8Array, encoding: 'json' | 'protobuf' = 'json') =>
  decodeExport(traceSignal, Buffer.from(bytes), encoding);

describe('numbers that a double would change', () => {
  const exact = `{"order":${ID},"price":12.50}`;
  it.each([
    ['arguments', `{"type":"tool_call","name":"find","arguments":${exact}}`, { arguments: exact }],
    ['a result', `{"type":"tool_call_response","id":"a","response":${exact}}`, { response: exact }],
  ])('keep their text in %s', (_name, part, expected) => {
    const span = readOne({ ...chat, 'gen_ai.input.messages': `[{"role":"user","parts":[${part}]}]` });

    expect(partsOf(span)[0]).toMatchObject(expected);
  });

  it('keep it as a whole result, and as a tag', () => {
    const span = readOne({
      ...chat,
      'gen_ai.input.messages': `[{"role":"tool","parts":[{"type":"tool_call_response","response":${ID}}]}]`,
    });
    const tagged = readOne({ 'openinference.span.kind': 'CHAIN', metadata: `{"order":${ID}}` });

    expect(partsOf(span)).toEqual([{ type: 'tool_call_response', id: null, response: ID }]);
    expect(tagged.tags).toEqual({ order: ID });
  });

  it('keep it as 64-bit integers of protobuf and of JSON', async () => {
    const value = { kvlistValue: { values: [{ key: 'order', value: { intValue: ID } }] } };
    const attributes = [...keyValues({ ...chat }), { key: 'gen_ai.tool.call.result', value }];
    const span = { ...jsonSpan(ids, { 'gen_ai.operation.name': 'execute_tool' }), attributes };
    span.attributes[0] = keyValues({ 'gen_ai.operation.name': 'execute_tool' })[0] as never;
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    const hexToBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
    const message = traceSignal.request.fromObject({
      resourceSpans: [
        {
          scopeSpans: [
            { spans: [{ ...span, traceId: hexToBase64(ids.traceId), spanId: hexToBase64(ids.spanId) }] },
          ],
        },
      ],
    });

    for (const { value: decoded } of [
      await decode(JSON.stringify(body)),
      await decode(JSON.stringify(body).replaceAll(`"${ID}"`, ID)),
      await decode(traceSignal.request.encode(message).finish(), 'protobuf'),
    ]) {
      const [outcome] = rawSpans(decoded).map(readTelemetrySpan);
      expect(outcome).toMatchObject({ item: { tool: { result: `{"order":${ID}}` } } });
    }
  });
});

describe('an export in another form of JSON', () => {
  const body = (span: object, names = ['resourceSpans', 'scopeSpans', 'spans']) => ({
    [names[0] as string]: [{ [names[1] as string]: [{ [names[2] as string]: [span] }] }],
  });
  const attributes = { ...chat, 'gen_ai.output.messages': JSON.stringify([message('assistant', 'A')]) };
  const read = (decoded: unknown) => rawSpans(decoded).map(readTelemetrySpan);
  const whole = jsonSpan(ids, attributes);

  it('is read with the names of protobuf', () => {
    const span = {
      trace_id: ids.traceId,
      span_id: ids.spanId,
      start_time_unix_nano: whole.startTimeUnixNano,
      attributes: Object.entries(attributes).map(([key, text]) => ({ key, value: { string_value: text } })),
    };

    expect(read(body(span, ['resource_spans', 'scope_spans', 'spans']))).toMatchObject([
      { kind: 'read', item: { call: { outputs: [{ parts: [{ content: 'A' }] }] } } },
    ]);
    expect(read(body(span, ['resourceSpans', 'instrumentationLibrarySpans', 'spans']))).toHaveLength(1);
  });

  it('is read with attributes as an object, and with bare values', () => {
    const pairs = Object.entries(attributes).map(([key, value]) => ({ key, value }));
    for (const form of [attributes, pairs]) {
      expect(read(body({ ...whole, attributes: form }))).toMatchObject([
        { kind: 'read', item: { call: { outputs: [{ parts: [{ content: 'A' }] }] } } },
      ]);
    }
  });

  it.each([
    ['milliseconds', 1_000_000n],
    ['microseconds', 1_000n],
    ['seconds', 1_000_000_000n],
  ])('is read with times in %s, with a notice', (_unit, nanos) => {
    const start = 1_790_000_000_000_000_000n / nanos;
    const span = { ...whole, startTimeUnixNano: String(start), endTimeUnixNano: String(start + 2n) };

    expect(read(body(span))).toMatchObject([
      { item: { startMicros: 1_790_000_000_000_000, notices: { corrected_times: 1 } } },
    ]);
  });

  it.each([
    [{ resourceLogs: [] }, /resourceSpans is missing; it has resourceLogs. Send them to \/v1\/logs$/],
    [{ resource_logs: [], x: 1 }, /it has resource_logs, x. Send them/],
    [{ ResourceSpans: [] }, /resourceSpans is missing; it has ResourceSpans$/],
    [{ resourceSpans: [{ spans: [] }] }, /scopeSpans is missing; it has spans$/],
  ])('is refused by the names of its fields: %j', (decoded, reason) => {
    expect(() => rawSpans(decoded)).toThrow(reason);
  });

  it('is no refusal of an empty one', () => {
    expect(rawSpans({})).toEqual([]);
    expect(rawSpans({ resourceSpans: [{ resource: {}, schemaUrl: 'x' }] })).toEqual([]);
    expect(() => rawLogRecords({ resourceSpans: [] })).toThrow('Send them to /v1/traces');
  });

  it.each([
    [{ ...whole, attributes: 'none' }, 'Span.attributes should be a list of {key, value}'],
    [
      { ...whole, attributes: [{ name: 'a', value: 'b' }] },
      'Span.attributes should be a list of {key, value}',
    ],
    [{ traceId: 'a', Attributes: {} }, 'a span has no attributes, but Attributes'],
  ])('has a rejection for a span whose attributes cannot be read', (span, reason) => {
    expect(read(body(span))).toEqual([{ kind: 'rejected', reason }]);
  });

  it('has null for NaN, and U+FFFD for bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"resourceSpans":[],"x":NaN,"y":"\uFFFD '),
      Buffer.from([0xf0, 0x9f, 0x98]),
      Buffer.from('"}'),
    ]);

    expect(await decode(bytes)).toEqual({
      value: { resourceSpans: [], x: null, y: '\uFFFD \uFFFD' },
      notices: { nulled_numbers: 1, replaced_characters: 1 },
    });
  });
});

describe('messages that are damaged', () => {
  const list = [
    message('user', 'The deposit is 45 EUR.'),
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'find', arguments: { n: 1 } }] },
    message('user', 'What is the deposit of the second flat?'),
  ];
  const text = JSON.stringify(list);
  const readInput = (input: string) => readOne({ ...chat, 'gen_ai.input.messages': input });

  it('are read up to the last whole word of a cut', () => {
    const span = readInput(text.slice(0, text.indexOf('second') + 3));

    expect((span.call?.inputs ?? []).map(lineOf)).toEqual([
      'user: The deposit is 45 EUR.',
      'assistant! a find {"n":1}',
      'user: What is the deposit of the',
    ]);
    expect(span.notices).toEqual({ cut_messages: 1 });
  });

  it('have no part that was cut in its fields', () => {
    const span = readInput(text.slice(0, text.indexOf('"arguments"') + 14));

    expect((span.call?.inputs ?? []).map(lineOf)).toEqual(['user: The deposit is 45 EUR.']);
  });

  it('are read at any length without an error', () => {
    for (let length = 0; length <= text.length; length += 1) {
      const { call, notices } = readInput(text.slice(0, length));
      const isWhole = length === text.length;
      expect(notices === undefined).toBe(isWhole || length < 9);
      expect((call?.inputs.length ?? 0) <= 3).toBe(true);
    }
  });

  it('have null for NaN and infinite numbers', () => {
    const part = '{"type":"tool_call_response","id":"a","response":{"mean":NaN,"max":-Infinity,"of":"NaN"}}';
    const span = readInput(`[{"role":"tool","parts":[${part}]}]`);

    expect(textsOf(span)).toContain(String.raw`{\"mean\":null,\"max\":null,\"of\":\"NaN\"}`);
    expect(span.notices).toEqual({ nulled_numbers: 2 });
  });

  it("are noticed where they are Python's repr", () => {
    expect(readInput("[{'role': 'user', 'content': 'hi'}]").notices).toEqual({ unreadable_messages: 1 });
  });

  it('are no text that only looks similar', () => {
    const plain = readOne({ ...chat, 'gen_ai.system_instructions': '[Role] You answer: {"a": 1' });
    const reply = readOne({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.output': '{"answer": "In 18',
    });

    expect(textsOf(plain)).toContain('[Role] You answer');
    expect(textsOf(reply)).toContain(String.raw`{\"answer\": \"In 18`);
    expect([plain.notices, reply.notices]).toEqual([undefined, undefined]);
  });

  it('mark the conversation', () => {
    const spans = [readInput(text.slice(0, 60)), readInput(text)];

    expect(assemble(spans, []).notices).toEqual({ cut_messages: 1 });
    expect(assemble(spans.slice(1), []).notices).toBeNull();
  });
});

describe('media in parts', () => {
  const bytes = [137, 80, 78, 71];
  const base64 = Buffer.from(bytes).toString('base64');
  const indexed = Object.fromEntries(bytes.map((byte, index) => [index, byte]));
  const readVercel = (part: object) =>
    partsOf(
      readOne({
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.prompt.messages': JSON.stringify([{ role: 'user', content: [part] }]),
      }),
    );

  it.each([
    ['a Uint8Array', { type: 'image', image: indexed }, 'image', null],
    [
      'a Buffer',
      { type: 'image', image: { type: 'Buffer', data: bytes }, mimeType: 'image/png' },
      'image',
      'image/png',
    ],
    [
      'a list of bytes',
      { type: 'file', data: bytes, mediaType: 'application/pdf' },
      'file',
      'application/pdf',
    ],
    ['bytes of an audio', { type: 'file', data: indexed, mediaType: 'audio/wav' }, 'audio', 'audio/wav'],
    ['Converse', { image: { format: 'png', source: { bytes: indexed } } }, 'image', null],
    ['Gemini', { inlineData: { mimeType: 'image/png', data: base64 } }, 'image', 'image/png'],
  ])('are blobs of %s', (_name, part, modality, mimeType) => {
    expect(readVercel(part)).toEqual([{ type: 'blob', modality, mimeType, content: base64 }]);
  });

  it('are parts by the names of pydantic-ai', () => {
    const span = readOne({
      ...chat,
      'gen_ai.input.messages': JSON.stringify([
        {
          role: 'user',
          parts: [
            { type: 'binary', media_type: 'image/png', content: base64 },
            { type: 'image-url', url: 'https://a.test/a.png' },
            { type: 'document-url', url: 'https://a.test/a.pdf' },
            { type: 'binary', media_type: 'image/png' },
          ],
        },
      ]),
    });

    expect(partsOf(span)).toEqual([
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: base64 },
      { type: 'uri', modality: 'image', uri: 'https://a.test/a.png' },
      { type: 'file', fileId: 'https://a.test/a.pdf' },
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: '' },
    ]);
  });

  it.each([
    [{ type: 'document', text: 'Refunds within 30 days' }],
    [{ type: 'document', content: 'Refunds within 30 days' }],
    [{ document: 'Refunds within 30 days' }],
    [{ type: 'document', document: { data: { snippet: 'Refunds within 30 days' } } }],
    [{ document: { format: 'txt', source: { text: 'Refunds within 30 days' } } }],
    [{ type: 'file_search_call', results: [{ text: 'Refunds within 30 days' }] }],
  ])('are not the text of %j', (part) => {
    const text = { type: 'text', content: expect.stringContaining('Refunds within 30 days') };
    const messages = JSON.stringify([{ role: 'user', parts: [part] }]);

    expect(readVercel(part)).toEqual([text]);
    expect(partsOf(readOne({ ...chat, 'gen_ai.input.messages': messages }))).toEqual([text]);
  });

  it('are no text in the result of a tool', () => {
    const output = {
      type: 'content',
      value: [
        { type: 'text', text: 'a map' },
        { type: 'media', mediaType: 'image/png', data: base64 },
      ],
    };

    expect(readVercel({ type: 'tool-result', toolCallId: 'a', output })).toEqual([
      { type: 'tool_call_response', id: 'a', response: 'a map' },
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: base64 },
    ]);
  });

  it.each([
    [
      'OpenLLMetry',
      (content: string) => ({
        'gen_ai.system': 'x',
        'gen_ai.request.model': 'm',
        'gen_ai.prompt.0.content': content,
      }),
    ],
    [
      'OpenInference',
      (content: string) => ({
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.content': content,
      }),
    ],
  ])('are parts where %s has a list of parts as text', (_name, attributes) => {
    const list = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
    ];
    const other = JSON.stringify([{ type: 'click', x: 1 }]);

    expect(partsOf(readOne(attributes(JSON.stringify(list)))).map(({ type }) => type)).toEqual([
      'text',
      'blob',
    ]);
    expect(partsOf(readOne(attributes(other)))).toEqual([{ type: 'text', content: other }]);
  });
});

it('decodes arguments that are JSON text of JSON text', () => {
  const read = (args: string) =>
    partsOf(
      readOne({
        ...chat,
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'find', arguments: args }] },
        ]),
      }),
    );

  expect(read(JSON.stringify('{"n":1}'))).toMatchObject([{ arguments: '{"n":1}' }]);
  expect(read('"just text"')).toMatchObject([{ arguments: '"just text"' }]);
});

describe('evidence of a reply', () => {
  it('is what a tool of the provider returned for the same reply', () => {
    const parts = [
      { type: 'text', content: 'It is 14 degrees.' },
      { type: 'tool_call', id: 'b', name: 'web_search', arguments: {} },
      { type: 'tool_call_response', id: 'b', result: '14 degrees' },
    ];
    const span = readOne({
      ...chat,
      'gen_ai.input.messages': JSON.stringify([message('user', 'How warm is it?')]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 12,
    });
    const { messages } = assemble([span], []);

    expect(messages.map(lineOf)).toEqual([
      'user: How warm is it?',
      'assistant! b web_search {}',
      'tool! b 14 degrees',
      'assistant: It is 14 degrees.',
    ]);
    expect(messages.map(({ generation }) => generation?.finishReason)).toEqual([
      undefined,
      null,
      undefined,
      'stop',
    ]);
    expect(messages[1]?.generation?.inputTokens).toBe(12);
  });

  const traceOf = (...spans: [Attributes, object][]) =>
    assemble(
      spans.map(([attributes, fields]) => readOne(attributes, fields)),
      [],
    ).messages.map(lineOf);
  const chain: [Attributes, object] = [
    { 'openinference.span.kind': 'CHAIN', 'input.value': 'When?', 'output.value': '{"answer": "In 1889."}' },
    {},
  ];
  const inner = (spanId: string) => ({
    spanId: spanId.repeat(16),
    parentSpanId: ids.spanId,
    startTimeUnixNano: '1100000000',
    endTimeUnixNano: '1200000000',
  });
  const retriever: [Attributes, object] = [
    {
      'openinference.span.kind': 'RETRIEVER',
      'retrieval.documents.0.document.content': 'It opened in 1887.',
    },
    { ...inner('c'), name: 'search' },
  ];

  it('is what a retriever found, in a chain without a model', () => {
    const nested: [Attributes, object] = [chain[0], inner('d')];

    expect(traceOf(chain, retriever, nested)).toEqual([
      'user: When?',
      'tool! null It opened in 1887.',
      'assistant: In 1889.',
    ]);
  });

  it('is what a retriever found before the model replied', () => {
    const model: [Attributes, object] = [
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.content': 'When?',
        'llm.output_messages.0.message.content': 'In 1889.',
      },
      { ...inner('e'), startTimeUnixNano: '1300000000', endTimeUnixNano: '1400000000' },
    ];

    expect(traceOf(chain, retriever, model)).toEqual([
      'tool! null It opened in 1887.',
      'user: When?',
      'assistant: In 1889.',
    ]);
  });

  it.each<[string, Attributes]>([
    [
      'Langfuse',
      { 'langfuse.observation.type': 'retriever', 'langfuse.observation.output': '["one", "two"]' },
    ],
    [
      'LangSmith',
      {
        'langsmith.span.kind': 'retriever',
        'gen_ai.completion': '{"documents":[{"page_content":"one"},{"page_content":"two"}]}',
      },
    ],
    [
      'MLflow',
      {
        'mlflow.spanType': '"RETRIEVER"',
        'mlflow.spanOutputs': '[{"page_content":"one"},{"page_content":"two"}]',
      },
    ],
  ])('is what a retriever of %s found', (_name, attributes) => {
    expect(readOne(attributes).tool).toMatchObject({ result: 'one\n\ntwo', isRetrieval: true });
  });
});

describe('counts of tokens', () => {
  const countsOf = (attributes: Attributes) => {
    const { call } = readOne(attributes);
    return [call?.inputTokens, call?.outputTokens];
  };

  it('may be text or doubles', () => {
    expect(
      countsOf({ ...chat, 'gen_ai.usage.input_tokens': '1234', 'gen_ai.usage.output_tokens': 20.5 }),
    ).toEqual([1234, 21]);
  });

  it.each<Attributes>([
    { 'ai.operationId': 'ai.generateText.doGenerate' },
    { 'langfuse.observation.type': 'generation' },
    { 'mlflow.spanType': '"LLM"' },
    { 'openinference.span.kind': 'LLM', 'llm.output_messages.0.message.content': 'A' },
  ])('are those of gen_ai.usage where the convention has none: %j', (marker) => {
    expect(
      countsOf({ ...marker, 'gen_ai.usage.input_tokens': 1234, 'gen_ai.usage.output_tokens': 56 }),
    ).toEqual([1234, 56]);
  });

  it.each([
    [
      { input: 20, input_cached_tokens: 1000, output: 15, output_reasoning_tokens: 5, total: 1040 },
      [1020, 20],
    ],
    [{ input: 20, cache_read_input_tokens: 1000, output: 20 }, [1020, 20]],
    [{ input: '20', cache_creation_input_tokens: '7', output: '20' }, [27, 20]],
    [{ input: 1020, input_cached_tokens: 1000, output: 20, total: 1040 }, [1020, 20]],
    [{ prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 }, [20, 5]],
    [{ input: 20, output: 5, input_cost: 3 }, [20, 5]],
  ])('add up in the details of Langfuse: %j', (usage, counts) => {
    expect(
      countsOf({
        'langfuse.observation.type': 'generation',
        'langfuse.observation.usage_details': JSON.stringify(usage),
      }),
    ).toEqual(counts);
  });
});
