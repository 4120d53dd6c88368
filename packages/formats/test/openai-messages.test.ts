import { fc } from '../../../test/support/property';
import type { Message } from '../model/message';
import { fromOpenAI, type OpenAIMessage, toOpenAI, toOpenAIMessages } from '../openai-chat/openai-messages';

const call = (id: string, args = '{}') => ({
  id,
  type: 'function' as const,
  function: { name: 'search', arguments: args },
});

describe('fromOpenAI', () => {
  it.each(['developer', 'system', 'user', 'assistant'] as const)(
    'reads the string of a %s as one text part',
    (role) => {
      expect(fromOpenAI({ role, content: 'hello', name: 'ann' })).toEqual({
        role,
        name: 'ann',
        parts: [{ type: 'text', content: 'hello' }],
      });
    },
  );

  it.each([null, undefined])('gives no part for the content %s of an assistant', (content) => {
    expect(fromOpenAI({ role: 'assistant', content }).parts).toEqual([]);
  });

  it('keeps an empty string as a text part', () => {
    expect(fromOpenAI({ role: 'assistant', content: '' }).parts).toEqual([{ type: 'text', content: '' }]);
  });

  it('reads an empty string with tool calls as no content', () => {
    const message = fromOpenAI({ role: 'assistant', content: '', tool_calls: [call('a')] });

    expect(message.parts.map(({ type }) => type)).toEqual(['tool_call']);
  });

  it('reads the input of a custom tool as its arguments', () => {
    const custom = { id: 'c', type: 'custom' as const, custom: { name: 'run_sql', input: 'SELECT 1' } };
    const message = fromOpenAI({ role: 'assistant', content: null, tool_calls: [custom] });

    expect(message.parts).toEqual([
      { type: 'tool_call', id: 'c', name: 'run_sql', arguments: 'SELECT 1', isCustom: true },
    ]);
    expect(toOpenAI(message)).toEqual({ role: 'assistant', content: null, tool_calls: [custom] });
  });

  it.each([
    [{ id: 'a', data: 'UklGRg==', transcript: 'It is open.' }, [{ type: 'text', content: 'It is open.' }]],
    [
      { id: 'a', data: 'UklGRg==' },
      [{ type: 'blob', modality: 'audio', mimeType: null, content: 'UklGRg==' }],
    ],
    [{ id: 'a' }, []],
    [{ id: 5 }, []],
    [null, []],
  ])('reads the spoken reply %j as its transcript, or as its audio', (audio, parts) => {
    expect(fromOpenAI({ role: 'assistant', content: null, audio }).parts).toEqual(parts);
  });

  it('does not repeat a transcript that is the content', () => {
    const audio = { id: 'a', transcript: 'It is open.' };

    expect(fromOpenAI({ role: 'assistant', content: 'It is open.', audio }).parts).toHaveLength(1);
  });

  it('orders content, refusal, tool calls and then reasoning', () => {
    const message = fromOpenAI({
      role: 'assistant',
      content: [
        { type: 'text', text: 'one' },
        { type: 'refusal', refusal: 'no' },
      ],
      refusal: 'not that',
      reasoning_content: 'thinking',
      tool_calls: [call('a', '{"q": 1}'), call('b', 'not json {')],
    });

    expect(message.parts).toEqual([
      { type: 'text', content: 'one' },
      { type: 'refusal', content: 'no' },
      { type: 'refusal', content: 'not that' },
      { type: 'tool_call', id: 'a', name: 'search', arguments: '{"q": 1}' },
      { type: 'tool_call', id: 'b', name: 'search', arguments: 'not json {' },
      { type: 'reasoning', content: 'thinking' },
    ]);
  });

  it('reads a function call as a tool call without id', () => {
    const wire: OpenAIMessage = {
      role: 'assistant',
      content: null,
      function_call: { name: 'search', arguments: '{}' },
    };

    expect(fromOpenAI(wire).parts).toEqual([
      { type: 'tool_call', id: null, name: 'search', arguments: '{}' },
    ]);
  });

  it('reads every text part of a tool message as a response to its call', () => {
    const content = [
      { type: 'text' as const, text: 'one' },
      { type: 'text' as const, text: 'two' },
    ];

    expect(fromOpenAI({ role: 'tool', tool_call_id: 'a', content }).parts).toEqual([
      { type: 'tool_call_response', id: 'a', response: 'one' },
      { type: 'tool_call_response', id: 'a', response: 'two' },
    ]);
  });

  it('reads a function message as a response without id', () => {
    expect(fromOpenAI({ role: 'function', name: 'search', content: '42' })).toEqual({
      role: 'function',
      name: 'search',
      parts: [{ type: 'tool_call_response', id: null, response: '42' }],
    });
  });

  it('tells inline media, addresses and stored files apart', () => {
    const { parts } = fromOpenAI({
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' } },
        { type: 'file', file: { file_data: 'DDDD', filename: 'b' } },
      ],
    });

    expect(parts).toEqual([
      { type: 'blob', modality: 'image', mimeType: 'image/png', content: 'AAAA' },
      { type: 'uri', modality: 'image', uri: 'https://example.org/a.png' },
      { type: 'blob', modality: 'audio', mimeType: 'audio/mpeg', content: 'BBBB' },
      { type: 'file', fileId: 'file-1' },
      { type: 'blob', modality: 'file', mimeType: 'application/pdf', content: 'CCCC' },
      { type: 'blob', modality: 'file', mimeType: null, content: 'DDDD' },
    ]);
  });
});

describe('toOpenAI', () => {
  it('writes null for an assistant that only calls tools', () => {
    const wire = { role: 'assistant' as const, content: null, tool_calls: [call('a')] };

    expect(toOpenAI(fromOpenAI(wire))).toEqual(wire);
  });

  it('leaves reasoning out', () => {
    const message = fromOpenAI({ role: 'assistant', content: 'so', reasoning: 'hmm' });

    expect(toOpenAI(message)).toEqual({ role: 'assistant', content: 'so' });
  });

  it('writes a function call and its result back in the deprecated form', () => {
    const wires: OpenAIMessage[] = [
      { role: 'assistant', content: null, function_call: { name: 'search', arguments: '{}' } },
      { role: 'function', name: 'search', content: '42' },
    ];

    expect(toOpenAIMessages(wires.map(fromOpenAI))).toEqual(wires);
  });

  it('reads back what it wrote, for any message', () => {
    fc.assert(
      fc.property(anyWireMessage, (wire) => {
        const message = withoutReasoning(fromOpenAI(wire));

        expect(fromOpenAI(toOpenAI(message))).toEqual(message);
      }),
      { seed: 1 },
    );
  });
});

describe('toOpenAIMessages', () => {
  it('writes a separate tool message for every response of a trace', () => {
    const message: Message = {
      role: 'user',
      name: null,
      parts: [
        { type: 'tool_call_response', id: 'a', response: '1' },
        { type: 'tool_call_response', id: 'a', response: '2' },
        { type: 'tool_call_response', id: 'b', response: '3' },
        { type: 'text', content: 'and now?' },
      ],
    };

    expect(toOpenAIMessages([message])).toEqual([
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: '1' },
          { type: 'text', text: '2' },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: '3' },
      { role: 'user', content: 'and now?' },
    ]);
  });
});

function withoutReasoning(message: Message): Message {
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'reasoning') };
}

const text = fc.string({ unit: 'binary' });
const anyTextPart = fc.record({ type: fc.constant('text' as const), text });
const anyPart = fc.oneof(
  anyTextPart,
  fc.record({ type: fc.constant('refusal' as const), refusal: text }),
  fc.record({
    type: fc.constant('image_url' as const),
    image_url: fc.record({
      url: fc.oneof(
        fc.webUrl(),
        fc.base64String().map((data) => `data:image/png;base64,${data}`),
      ),
    }),
  }),
  fc.record({
    type: fc.constant('input_audio' as const),
    input_audio: fc.record({ data: fc.base64String(), format: fc.constantFrom('mp3', 'wav') }),
  }),
  fc.record({
    type: fc.constant('file' as const),
    file: fc.oneof(fc.record({ file_id: text }), fc.record({ file_data: fc.base64String(), filename: text })),
  }),
);
const anyCall = fc.record({ name: text, arguments: text });
const anyWireMessage: fc.Arbitrary<OpenAIMessage> = fc.oneof(
  fc.record({
    role: fc.constantFrom('developer' as const, 'system' as const, 'user' as const),
    content: fc.oneof(text, fc.array(anyPart)),
  }),
  fc.record(
    {
      role: fc.constant('assistant' as const),
      content: fc.oneof(text, fc.constant(null), fc.array(anyPart)),
      name: text,
      refusal: fc.option(text),
      reasoning_content: fc.option(text),
      tool_calls: fc.array(
        fc.record({ id: text, type: fc.constant('function' as const), function: anyCall }),
      ),
    },
    { requiredKeys: ['role'] },
  ),
  fc.record({ role: fc.constant('assistant' as const), content: fc.constant(null), function_call: anyCall }),
  fc.record({
    role: fc.constant('tool' as const),
    tool_call_id: text,
    content: fc.oneof(text, fc.array(anyTextPart)),
  }),
  fc.record({ role: fc.constant('function' as const), name: text, content: fc.option(text) }),
);
