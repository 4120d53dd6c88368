import { jsonSpan, keyValues } from '../../../test/support/otlp-spans';
import { lineOf } from '../../../test/support/spans';
import type { GenAiSpan } from '../spans/span';
import { type Attributes, chat, ids, readEvents, readOne, readSpans } from './support/read-all';

const linesOf = ({ call }: GenAiSpan) => [
  ...(call?.inputs ?? []).map(lineOf),
  '->',
  ...(call?.outputs ?? []).map(lineOf),
];

describe('OpenTelemetry conventions of today', () => {
  const inputs = [
    { role: 'user', parts: [{ type: 'text', content: 'hi' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'tool_call', id: 'c1', name: 'find', arguments: { a: [1, 'b'] } },
        { type: 'text', content: 'wait' },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: { ok: true } }] },
  ];
  const outputs = [{ role: 'assistant', parts: [{ type: 'text', content: 'done' }], finish_reason: 'stop' }];
  const lines = [
    'system: be kind',
    'user: hi',
    'assistant: wait ! c1 find {"a":[1,"b"]} : <reasoning>',
    'tool! c1 {"ok":true}',
    '->',
    'assistant: done',
  ];

  it.each([
    ['structured', inputs, outputs, [{ type: 'text', content: 'be kind' }]],
    [
      'as JSON text',
      JSON.stringify(inputs),
      JSON.stringify(outputs),
      JSON.stringify([{ type: 'text', content: 'be kind' }]),
    ],
    ['with plain instructions', inputs, outputs, 'be kind'],
  ])('are read with messages %s', (_name, input, output, instructions) => {
    const span = readOne({
      ...chat,
      'gen_ai.input.messages': input,
      'gen_ai.output.messages': output,
      'gen_ai.system_instructions': instructions,
    });

    expect(linesOf(span)).toEqual(lines);
    expect(span.call?.outputs[0]?.finishReason).toBe('stop');
  });

  it.each([
    [{ 'gen_ai.prompt.name': 'support', 'gen_ai.prompt.version': 12 }, 'support@12'],
    [
      { 'langfuse.observation.prompt.name': 'support', 'langfuse.observation.prompt.version': '3' },
      'support@3',
    ],
    [{ 'gen_ai.prompt.name': 'support' }, 'support'],
    [{ 'gen_ai.prompt.0.content': 'Hi' }, undefined],
  ])('name their prompt: %j', (attributes, promptVersion) => {
    expect(readOne({ ...chat, ...attributes }).promptVersion).toBe(promptVersion);
  });

  it('are read with what the call was and cost', () => {
    const span = readOne({
      ...chat,
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'asked',
      'gen_ai.response.model': 'answered',
      'gen_ai.response.finish_reasons': ['length'],
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.conversation.id': 'c-1',
      'gen_ai.agent.name': 'clerk',
      'gen_ai.conversation.tags.team': 'blue',
      'gen_ai.conversation.tags.floor.no': 4,
      'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'a' }] }],
      'gen_ai.tool.definitions': JSON.stringify([
        { type: 'function', name: 'find', description: 'd', parameters: { type: 'object' } },
        { type: 'web_search' },
      ]),
    });

    expect(span).toMatchObject({
      kind: 'model',
      conversationKey: 'c-1',
      agentName: 'clerk',
      tags: { team: 'blue', floor_no: '4' },
      startMicros: 1_000_000,
      endMicros: 1_500_000,
      error: null,
      call: {
        model: 'answered',
        provider: 'anthropic',
        inputTokens: 9,
        outputTokens: 4,
        tools: [{ name: 'find', description: 'd', parameters: { type: 'object' } }],
        outputs: [{ finishReason: 'length' }],
      },
    });
  });

  it('are read with media', () => {
    const parts = [
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'aGk=' },
      { type: 'uri', modality: 'image', uri: 'https://example.test/a.png' },
      { type: 'file', file_id: 'f1' },
      { type: 'vendor_thing', x: 1 },
    ];
    const span = readOne({ ...chat, 'gen_ai.input.messages': [{ role: 'user', parts }] });

    expect(span.call?.inputs[0]?.parts).toEqual([
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: 'aGk=' },
      { type: 'uri', modality: 'image', uri: 'https://example.test/a.png' },
      { type: 'file', fileId: 'f1' },
      { type: 'text', content: '{"type":"vendor_thing","x":1}' },
    ]);
  });

  it.each([
    ['error.type', { 'error.type': 'timeout' }, {}, { type: 'timeout', message: null }],
    ['the status', {}, { status: { code: 2, message: 'down' } }, { type: null, message: 'down' }],
    [
      'an exception',
      {},
      {
        status: { code: 2 },
        events: [
          {
            name: 'exception',
            attributes: keyValues({ 'exception.type': 'E', 'exception.message': 'no' }),
          },
        ],
      },
      { type: 'E', message: 'no' },
    ],
  ])('are read with an error from %s', (_name, attributes, fields, error) => {
    expect(readOne({ ...chat, ...attributes }, fields).error).toEqual(error);
  });

  it('are read of tools and agents', () => {
    const tool = readOne({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'find',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.result': { found: [] },
    });
    const agent = readOne({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' });
    const embedding = readOne({ 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'e' });

    expect(tool).toMatchObject({
      kind: 'tool',
      tool: { callId: 'c1', name: 'find', result: '{"found":[]}' },
    });
    expect([agent.kind, agent.agentName, embedding.kind, embedding.call]).toEqual([
      'agent',
      'clerk',
      'other',
      null,
    ]);
  });
});

it.each([
  ['gen_ai.usage.input_tokens', 'inputTokens', [-1, 1e8 + 1, 'many', true], [0, 1e8]],
  ['gen_ai.usage.cost', 'costUsd', [-0.5, 1e6 + 1, 'free'], [0, 0.25, 1e6]],
] as const)('of %s only what an import would take is known', (key, field, others, taken) => {
  const read = (value: number | string | boolean) => readOne({ ...chat, [key]: value }).call?.[field];

  expect(others.map(read)).toEqual(others.map(() => null));
  expect(taken.map(read)).toEqual(taken);
});

describe('OpenTelemetry conventions of the years before', () => {
  const call = { function: { name: 'find', arguments: '{}' }, id: 'c1', type: 'function' };
  const event = (name: string, attributes: Attributes) => ({ name, attributes: keyValues(attributes) });
  const lines = ['system: s', 'user: hi', 'assistant! c1 find {}', 'tool! c1 r', '->', 'assistant: done'];

  it('are read from events of the span, field by field', () => {
    const span = readOne(
      { 'gen_ai.system': 'openai' },
      {
        events: [
          event('gen_ai.system.message', { content: 's' }),
          event('gen_ai.user.message', { content: 'hi' }),
          event('gen_ai.assistant.message', { tool_calls: JSON.stringify([call]) }),
          event('gen_ai.tool.message', { id: 'c1', content: 'r' }),
          event('gen_ai.choice', { finish_reason: 'stop', message: JSON.stringify({ content: 'done' }) }),
        ],
      },
    );

    expect(span.kind).toBe('model');
    expect(linesOf(span)).toEqual(lines);
    expect(span.call?.outputs[0]?.finishReason).toBe('stop');
  });

  it('are read from events of the span, each in one attribute', () => {
    const whole = (content: unknown) => ({ 'gen_ai.event.content': JSON.stringify(content) });
    const span = readOne(chat, {
      events: [
        event('gen_ai.system.message', whole({ content: 's' })),
        event('gen_ai.user.message', whole({ content: 'hi' })),
        event('gen_ai.assistant.message', whole({ tool_calls: [call] })),
        event('gen_ai.tool.message', whole({ id: 'c1', content: 'r' })),
        event('gen_ai.choice', whole({ message: { content: 'done' }, finish_reason: 'stop' })),
      ],
    });

    expect(linesOf(span)).toEqual(lines);
  });

  it('are read from prompt and completion events', () => {
    const span = readOne(chat, {
      events: [
        event('gen_ai.content.prompt', {
          'gen_ai.prompt': JSON.stringify([{ role: 'user', content: 'hi' }]),
        }),
        event('gen_ai.content.completion', { 'gen_ai.completion': 'hello' }),
      ],
    });

    expect(linesOf(span)).toEqual(['user: hi', '->', 'assistant: hello']);
  });

  it('are read from flattened attributes', () => {
    const span = readOne({
      'gen_ai.request.model': 'm',
      'gen_ai.prompt.10.role': 'tool',
      'gen_ai.prompt.10.content': 'r',
      'gen_ai.prompt.10.tool_call_id': 'c1',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'hi',
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.tool_calls.0.id': 'c1',
      'gen_ai.prompt.2.tool_calls.0.name': 'find',
      'gen_ai.prompt.2.tool_calls.0.arguments': '{}',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'done',
      'gen_ai.completion.0.finish_reason': 'stop',
      'gen_ai.usage.prompt_tokens': 5,
    });

    expect(linesOf(span)).toEqual([
      'user: hi',
      'assistant! c1 find {}',
      'tool! c1 r',
      '->',
      'assistant: done',
    ]);
    expect(span.call).toMatchObject({ inputTokens: 5, outputs: [{ finishReason: 'stop' }] });
  });
});

describe('OpenInference', () => {
  const llm = { 'openinference.span.kind': 'LLM' };

  it('is read with content in parts, calls of tools and images', () => {
    const span = readOne({
      ...llm,
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'text',
      'llm.input_messages.0.message.contents.0.message_content.text': 'look',
      'llm.input_messages.0.message.contents.1.message_content.image.image.url': 'https://example.test/a.png',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'one moment',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'find',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"a":1}',
      'llm.model_name': 'm',
      'llm.system': 'openai',
      'llm.token_count.prompt': 3,
      'llm.token_count.completion': 4,
      'llm.cost.total': 0.25,
      'session.id': 's-1',
      metadata: '{"team":"blue","n":2,"deep":{"a":1}}',
      'tag.tags': ['urgent'],
    });

    expect(span.call?.inputs[0]?.parts).toEqual([
      { type: 'text', content: 'look' },
      { type: 'uri', modality: 'image', uri: 'https://example.test/a.png' },
    ]);
    expect(span.call?.outputs.map(lineOf)).toEqual(['assistant: one moment ! c1 find {"a":1}']);
    expect(span).toMatchObject({
      kind: 'model',
      conversationKey: 's-1',
      tags: { urgent: 'true', team: 'blue', n: '2', deep: '{"a":1}' },
      call: { model: 'm', provider: 'openai', inputTokens: 3, outputTokens: 4, costUsd: 0.25 },
    });
  });

  it.each([
    ['of plain text', 'hi', 'hello'],
    [
      'of a request and its response',
      '{"model":"m","messages":[{"role":"user","content":"hi"}]}',
      '{"choices":[{"message":{"content":"hello"},"finish_reason":"stop"}]}',
    ],
  ])('is read from its values %s where it has no messages', (_name, input, output) => {
    const span = readOne({ ...llm, 'input.value': input, 'output.value': output });

    expect(linesOf(span)).toEqual(['user: hi', '->', 'assistant: hello']);
  });

  it('is read of tools', () => {
    const span = readOne({
      'openinference.span.kind': 'TOOL',
      'tool.name': 'find',
      'tool_call.id': 'c1',
      'output.value': 'nothing',
    });

    expect(span.tool).toEqual({ callId: 'c1', name: 'find', result: 'nothing' });
  });
});

it('neither reads nor rejects telemetry that is about something else', () => {
  const spans = [jsonSpan(ids, { 'http.method': 'GET', deep: nestedText(100) })];
  const records = [
    { severityText: 'INFO' },
    { body: { stringValue: 'a line' } },
    { ...ids, eventName: 'click' },
  ];

  expect(readSpans(spans)).toEqual({ items: [], rejections: [] });
  expect(readEvents(records)).toEqual({ items: [], rejections: [] });
});

it('rejects the event of a message that belongs to no span', () => {
  const { rejections } = readEvents([{ eventName: 'gen_ai.user.message' }]);

  expect(rejections).toEqual(['trace_id should be 16 bytes (32 hexadecimal digits in JSON), not all zero']);
});

it.each([
  'langsmith.span.kind',
  'openinference.span.kind',
  'langfuse.observation.type',
  'gen_ai.operation.name',
])('reads a name that objects inherit in %s as unknown', (attribute) => {
  expect(readOne({ [attribute]: 'constructor' })).toMatchObject({
    kind: 'other',
    call: null,
    tool: null,
  });
});

function nestedText(depth: number): Attributes[string] {
  return depth === 0 ? 'x' : [nestedText(depth - 1)];
}
