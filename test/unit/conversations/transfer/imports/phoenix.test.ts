import { conversationOf, readAll, readLine, timetableTurns } from './read-line';

const trace = '6c1a3f0d8a414f7b9d531e6a7c4b8f20';
const span = (id: string, second: number, attributes: object, rest: object = {}) => ({
  id: 'U3Bhbjox',
  name: 'ChatCompletion',
  context: { trace_id: trace, span_id: id },
  span_kind: 'LLM',
  parent_id: 'aaaaaaaaaaaaaaaa',
  start_time: `2026-01-15T09:30:0${second}.000123+00:00`,
  end_time: `2026-01-15T09:30:0${second}.500123+00:00`,
  status_code: 'OK',
  status_message: '',
  attributes,
  events: [],
  ...rest,
});
const asked = {
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.content': 'Use the timetable.',
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.content': 'When is the first boat?',
};
const call = {
  'message.role': 'assistant',
  'message.tool_calls.0.tool_call.id': 'call_1',
  'message.tool_calls.0.tool_call.function.name': 'look_up',
  'message.tool_calls.0.tool_call.function.arguments': '{"day":"Sunday"}',
};
const prefixed = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}.${key}`, value]));
const first = span('1111111111111111', 1, {
  ...asked,
  ...prefixed('llm.output_messages.0', call),
  'llm.model_name': 'gpt-4.1-mini',
  'llm.token_count.prompt': 30,
  'llm.token_count.completion': 12,
  'session.id': 'chat-1',
  'metadata.team': 'ferries',
});
const second = span('2222222222222222', 3, {
  ...asked,
  ...prefixed('llm.input_messages.2', call),
  'llm.input_messages.3.message.role': 'tool',
  'llm.input_messages.3.message.content': '11:15',
  'llm.input_messages.3.message.tool_call_id': 'call_1',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': 'At 07:40.',
});
const root = span('aaaaaaaaaaaaaaaa', 0, { 'input.value': 'When?' }, { span_kind: 'CHAIN', parent_id: null });

describe('phoenix', () => {
  it('reads the spans of a session, in any order, as one conversation', () => {
    expect(readLine('phoenix', second, root, first)).toEqual(timetableTurns);
    expect(conversationOf('phoenix', second, root, first)).toMatchObject({
      externalId: 'chat-1',
      tags: { team: 'ferries' },
    });
    expect(conversationOf('phoenix', first, second).messages[2]).toMatchObject({
      externalId: `${trace}/1111111111111111`,
      createdAt: new Date('2026-01-15T09:30:01.500Z'),
      generation: { model: 'gpt-4.1-mini', inputTokens: 30, outputTokens: 12, latencyMs: 500 },
    });
  });

  it('reads nested attributes, rows of data frames, and traces of its command line', () => {
    const nested = {
      ...second,
      attributes: {
        openinference: { span: { kind: 'LLM' } },
        llm: {
          input_messages: [
            { message: { role: 'system', content: 'Use the timetable.' } },
            { message: { role: 'user', content: 'When is the first boat?' } },
          ],
          output_messages: [{ message: { role: 'assistant', content: 'At 07:40.' } }],
        },
      },
    };
    const row = {
      'context.trace_id': trace,
      'context.span_id': '2222222222222222',
      span_kind: 'LLM',
      parent_id: null,
      start_time: 1_768_469_403_000,
      end_time: 1_768_469_403_500,
      status_code: 'OK',
      'attributes.llm.input_messages': [
        { 'message.role': 'system', 'message.content': 'Use the timetable.' },
        { 'message.role': 'user', 'message.content': 'When is the first boat?' },
      ],
      'attributes.llm.output_messages': [{ 'message.role': 'assistant', 'message.content': 'At 07:40.' }],
      'attributes.llm.tools': [{ 'tool.json_schema': { type: 'function', function: { name: 'look_up' } } }],
      'attributes.llm.model_name': null,
    };
    const short = [timetableTurns[0], timetableTurns[1], timetableTurns[4]];

    expect(readLine('phoenix', nested)).toEqual(short);
    expect(readLine('phoenix', row)).toEqual(short);
    expect(conversationOf('phoenix', row)).toMatchObject({ externalId: trace, tools: [{ name: 'look_up' }] });
    expect(readLine('phoenix', { traceId: trace, spans: [root, first, second] })).toEqual(timetableTurns);
  });

  it('ignores traces without messages, and reports lines that are no spans', () => {
    const [ignored] = readAll('phoenix', [root]);
    const broken = { ...first, start_time: 'today' };

    expect(ignored).toEqual({ line: 1, ignored: 'no messages of a model' });
    expect(readLine('phoenix', broken)).toEqual([expect.stringMatching(/^body\.context: /)]);
    expect(readLine('phoenix', { spans: [first, broken] })).toEqual([
      expect.stringMatching(/^body\.spans\.1\.context: /),
    ]);
  });
});
