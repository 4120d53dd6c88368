import { assemble, lineOf, makeCall, say } from '../../../test/support/spans';
import { adoptSessions } from '../assembly/adopt-sessions';
import { joinEvents } from '../assembly/join-events';
import { readHandedHistory } from '../recorded/handed-history';
import { readRecordedMessages } from '../recorded/recorded-messages';
import type { GenAiSpan } from '../spans/span';
import { chat, readOne } from './support/read-all';

const read = (value: unknown, role: 'user' | 'assistant' = 'user') =>
  readRecordedMessages(value, role).map(lineOf);

describe('a call that a framework and its client record in separate traces', () => {
  const outer = makeCall(
    { startMicros: 1000, endMicros: 2000, conversationKey: 's', library: 'framework' },
    ['user: hi'],
    ['assistant: hello'],
  );
  const inner = makeCall(
    { startMicros: 1100, endMicros: 1900, library: 'client' },
    ['user: hi'],
    ['assistant: hello'],
  );
  const keysOf = (spans: GenAiSpan[]) => adoptSessions(spans).map(({ conversationKey }) => conversationKey);

  it('is in the session of the framework, once', () => {
    const adopted = adoptSessions([inner, outer]);
    const { messages } = assemble(adopted, []);

    expect(adopted.map(({ conversationKey }) => conversationKey)).toEqual(['s', 's']);
    expect(messages.map(lineOf)).toEqual(['user: hi', 'assistant: hello']);
    expect(messages.filter(({ generation }) => generation?.inputTokens === 10)).toHaveLength(1);
  });

  it('stays apart from other calls', () => {
    const later = { ...inner, startMicros: 5000, endMicros: 6000 };
    const other = makeCall(
      { startMicros: 1100, endMicros: 1900, library: 'client' },
      ['user: hi'],
      ['assistant: bye'],
    );

    expect(keysOf([later, outer])).toEqual([null, 's']);
    expect(keysOf([other, outer])).toEqual([null, 's']);
    expect(keysOf([{ ...inner, library: 'framework' }, outer])).toEqual([null, 's']);
    expect(keysOf([inner, other])).toEqual([null, null]);
  });

  it('is known by the id of its response, where both have recorded that', () => {
    const same = [
      { ...inner, responseId: 'r1', resource: 'a' },
      { ...outer, responseId: 'r1', resource: 'b' },
    ];
    const different = [
      { ...inner, responseId: 'r1' },
      { ...outer, responseId: 'r2' },
    ];
    const { startMicros, endMicros, library } = inner;
    const fields = { startMicros, endMicros, library: library ?? '', responseId: 'r1' };
    const cut = makeCall(fields, ['user: h'], ['assistant: hello']);

    expect(keysOf(same)).toEqual(['s', 's']);
    expect(keysOf(different)).toEqual([null, 's']);
    expect(keysOf([cut, { ...outer, responseId: 'r1' }])).toEqual(['s', 's']);
  });

  it('is of one resource, where an id is missing', () => {
    expect(
      keysOf([
        { ...inner, resource: 'a' },
        { ...outer, resource: 'b', responseId: 'r1' },
      ]),
    ).toEqual([null, 's']);
  });

  it('is once in their trace, where the client does not know the span of the framework', () => {
    const sibling = { ...inner, traceId: outer.traceId };
    const withModel = (span: GenAiSpan, model: string) => ({
      ...span,
      call: { ...span.call, model } as GenAiSpan['call'],
    });
    const otherModel = withModel(sibling, 'o4-mini');
    const dated = withModel(sibling, 'openai/gpt-2026-01-02');
    const framework = withModel(outer, 'gpt');
    const count = (spans: GenAiSpan[]) =>
      assemble(spans, []).messages.filter(({ generation }) => generation !== undefined).length;

    expect(count([framework, dated])).toBe(1);
    expect(count([framework, otherModel])).toBe(2);
    expect(count([framework, { ...dated, library: 'framework' }])).toBe(2);
  });
});

it.each(['session.id', 'gen_ai.conversation.id'])(
  'takes no %s for a session that Logfire has removed',
  (name) => {
    const removed = "[Scrubbed due to 'session']";
    const kind = name === 'session.id' ? { 'openinference.span.kind': 'LLM' } : chat;

    expect(readOne({ ...kind, [name]: removed }).conversationKey).toBeNull();
    expect(readOne({ ...kind, [name]: 's' }).conversationKey).toBe('s');
  },
);

describe('the Responses API below a tracer', () => {
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'find', arguments: '{"n":1}' };

  it('has each call of LangChain once', () => {
    const message = {
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'schema', 'messages', 'AIMessage'],
      kwargs: {
        content: [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] }, call],
        tool_calls: [{ id: 'c1', name: 'find', args: { n: 1 } }],
      },
    };

    expect(read({ generations: [[{ message }]] }, 'assistant')).toEqual([
      'assistant! c1 find {"n":1} : <reasoning>',
    ]);
  });

  it('is read of a request, and of the items of a response', () => {
    const request = {
      instructions: 'be kind',
      input: [
        { role: 'user', content: 'find it' },
        call,
        { type: 'function_call_output', call_id: 'c1', output: 'found' },
      ],
      tools: [{ type: 'function', name: 'find' }],
    };

    expect(read(request)).toEqual([
      'system: be kind',
      'user: find it',
      'assistant! c1 find {"n":1}',
      'tool! c1 found',
    ]);
    expect(read([call], 'assistant')).toEqual(['assistant! c1 find {"n":1}']);
    expect(read(call, 'assistant')).toEqual(['assistant! c1 find {"n":1}']);
    expect(read({ output: [call] }, 'assistant')).toEqual(['assistant! c1 find {"n":1}']);
  });

  it('has the other items of a request that refers to a stored one', () => {
    const input = [
      { role: 'user', content: 'find it' },
      { type: 'item_reference', id: 'fc_1' },
      { type: 'function_call_output', call_id: 'c1', output: 'found' },
    ];

    expect(read({ input })).toEqual(['user: find it', 'tool! c1 found']);
  });

  it('leaves other objects as they are', () => {
    expect(read({ input: ['a', 'b'] })).toEqual(['user: {"input":["a","b"]}']);
    expect(read({ output: [{ type: 'page' }] })).toEqual(['user: {"output":[{"type":"page"}]}']);
  });
});

it.each([
  '<coroutine object f at 0x7f3a>',
  '<openai.AsyncStream object at 0x10ab>',
  '<async_generator object g at 0x1>',
])('takes %s for no reply', (text) => {
  const outer = makeCall({ startMicros: 1000, endMicros: 2000 }, ['user: hi'], ['assistant: hello']);
  const inner = { ...outer, spanId: 'c'.repeat(16), parentSpanId: outer.spanId, startMicros: 1100 };
  const call = { ...outer.call, outputs: readRecordedMessages(text, 'assistant') } as GenAiSpan['call'];

  expect(assemble([outer, { ...inner, call }], []).messages.map(lineOf)).toEqual([
    'user: hi',
    'assistant: hello',
  ]);
});

it('has each message of a span once that has events of single messages and of two calls', () => {
  const call = makeCall({ startMicros: 1000 }, [], []);
  const eventOf = (position: number, inputs: string[], outputs: string[]) => ({
    traceId: call.traceId,
    spanId: call.spanId,
    timeMicros: 1000 + position,
    observedMicros: 0,
    position,
    inputs: inputs.map(say),
    outputs: outputs.map(say),
  });
  const search = 'assistant! c1 find {}';
  const events = [
    eventOf(1, ['user: hi'], []),
    eventOf(2, [], [search]),
    eventOf(3, ['user: hi'], [search]),
    eventOf(4, ['user: hi', search, 'tool! c1 found'], ['assistant: done']),
  ];

  expect(assemble([call], events).messages.map(lineOf)).toEqual([
    'user: hi',
    search,
    'tool! c1 found',
    'assistant: done',
  ]);
});

describe('the events of a call', () => {
  const event = (inputs: string[], outputs: string[]) => ({
    inputs: inputs.map(say),
    outputs: outputs.map(say),
  });
  const join = (...events: ReturnType<typeof event>[]) => {
    const { inputs, outputs } = joinEvents(events);
    return { inputs: inputs.map(lineOf), outputs: outputs.map(lineOf) };
  };
  const repeated = ['user: hi', 'assistant: Hello!', 'user: hi'];

  it('have equal messages as often as they were said', () => {
    expect(join(event(repeated, ['assistant: Hello!']))).toEqual({
      inputs: repeated,
      outputs: ['assistant: Hello!'],
    });
  });

  it('have each message once where single ones repeat the whole call', () => {
    const single = [event(['user: hi'], []), event([], ['assistant: Hello!'])];
    const whole = event(['user: hi'], ['assistant: Hello!']);

    expect(join(...single, whole)).toEqual({ inputs: ['user: hi'], outputs: ['assistant: Hello!'] });
    expect(join(whole, ...single)).toEqual({ inputs: ['user: hi'], outputs: ['assistant: Hello!'] });
  });

  it('have no reply that a later round repeats as history', () => {
    const rounds = [
      event(['user: hi'], ['assistant: Hello!']),
      event(repeated, ['assistant: Hello!', 'assistant: Again.']),
    ];

    expect(join(...rounds)).toEqual({
      inputs: repeated,
      outputs: ['assistant: Hello!', 'assistant: Again.'],
    });
  });
});

describe('a history that is handed over as one text', () => {
  const handOver = (...entries: string[]) =>
    readHandedHistory(
      say(
        `assistant: For context, here is the conversation so far between the user and the previous agent:\n<CONVERSATION HISTORY>\n${entries.join('\n')}\n</CONVERSATION HISTORY>`,
      ),
    ).map(lineOf);

  it('keeps the numbered lists inside its messages', () => {
    const lines = handOver(
      '1. user: Compare',
      '2. assistant: Options:\n1. Bus 5 €\n2. Boat 9 €\n3. Walk: free',
      '3. function_call: {"name":"book"}',
      '4. user: The boat\n5. please',
    );

    expect(lines).toEqual([
      'user: Compare',
      'assistant: Options:\n1. Bus 5 €\n2. Boat 9 €\n3. Walk: free',
      'user: The boat\n5. please',
    ]);
  });
});

it('a reply in JSON with an id is not taken for a response with that id', () => {
  const spanWith = (output: unknown) =>
    readOne({
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Booked.',
      'output.value': JSON.stringify(output),
      'output.mime_type': 'application/json',
    });

  expect(spanWith({ id: '42', city: 'Bern' }).responseId).toBeFalsy();
  expect(spanWith({ id: 'chatcmpl-1', choices: [] }).responseId).toBe('chatcmpl-1');
});
