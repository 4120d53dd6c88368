import type { z } from 'zod';
import {
  chatMessageSchema,
  judgeableMessagesSchema,
  messageRoles,
  messagesSchema,
  toolsSchema,
} from '../../../../packages/formats';
import { toProblems } from '../../../../src/platform/http/problems';

const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } };
const customCall = { id: 'call_2', type: 'custom', custom: { name: 'run_sql', input: 'SELECT 1' } };

function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success
    ? []
    : toProblems(parsed.error, 'body').map(({ loc, type }) => `${loc.join('.')}: ${type}`);
}

describe('chatMessageSchema', () => {
  it.each([
    ['a plain question', { role: 'user', content: 'hi' }],
    ['an empty text', { role: 'assistant', content: '' }],
    ['tool calls without content', { role: 'assistant', tool_calls: [call] }],
    ['tool calls with null content', { role: 'assistant', content: null, tool_calls: [call] }],
    [
      'a call without a type',
      { role: 'assistant', content: null, tool_calls: [{ ...call, type: undefined }] },
    ],
    ['a deprecated function call', { role: 'assistant', content: null, function_call: call.function }],
    ['a refusal', { role: 'assistant', content: null, refusal: 'I will not.' }],
    ['a custom tool call', { role: 'assistant', tool_calls: [customCall] }],
    ['a reply that was cut off before its first token', { role: 'assistant', content: null }],
    ['a spoken reply', { role: 'assistant', audio: { id: 'audio_1' } }],
    ['a tool result', { role: 'tool', content: '42', tool_call_id: 'call_1' }],
    ['a function without result', { role: 'function', content: null, name: 'search' }],
    [
      'a dumped answer, null where nothing was set',
      {
        role: 'assistant',
        content: 'x',
        name: null,
        refusal: null,
        tool_calls: null,
        function_call: null,
        audio: null,
      },
    ],
    [
      'all kinds of parts',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look', cache_control: { type: 'ephemeral' } },
          { type: 'image_url', image_url: { url: 'https://example.test/a.png', detail: 'low' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'file', file: { file_data: 'AAAA', filename: 'a.pdf' } },
        ],
      },
    ],
  ])('accepts %s', (_name, message) => {
    expect(problemsOf(chatMessageSchema, message)).toEqual([]);
  });

  it.each(messageRoles)('accepts the role %s', (role) => {
    expect(problemsOf(chatMessageSchema, { role, content: 'x', tool_call_id: 'call_1' })).toEqual([]);
  });

  it.each([
    ['an unknown role', { role: 'robot', content: 'x' }, ['body.role: enum']],
    ['no role', { content: 'x' }, ['body.role: missing']],
    ['no content', { role: 'user' }, ['body.content: missing']],
    ['null content', { role: 'user', content: null }, ['body.content: string_type']],
    ['no parts', { role: 'user', content: [] }, ['body.content: string_type']],
    ['a number as content', { role: 'user', content: 5 }, ['body.content: value_error']],
    ['an assistant that says nothing', { role: 'assistant', tool_calls: [] }, ['body.content: missing']],
    ['a tool result of no call', { role: 'tool', content: 'x' }, ['body.tool_call_id: missing']],
    ['a tool result without all', { role: 'tool' }, ['body.content: missing', 'body.tool_call_id: missing']],
    ['an unknown part', { role: 'user', content: [{ type: 'video' }] }, ['body.content.0.type: value_error']],
    ['a part without text', { role: 'user', content: [{ type: 'text' }] }, ['body.content.0.text: missing']],
    [
      'an empty file',
      { role: 'user', content: [{ type: 'file', file: {} }] },
      ['body.content.0.file: value_error'],
    ],
    [
      'arguments that are no text',
      { role: 'assistant', tool_calls: [{ ...call, function: { name: 'search', arguments: {} } }] },
      ['body.tool_calls.0.function.arguments: string_type'],
    ],
    [
      'a call of another kind',
      { role: 'assistant', tool_calls: [{ id: 'x', type: 'computer' }] },
      ['body.tool_calls.0.type: value_error'],
    ],
    [
      'a custom call without input',
      { role: 'assistant', tool_calls: [{ ...customCall, custom: { name: 'run_sql' } }] },
      ['body.tool_calls.0.custom.input: missing'],
    ],
    ['no object', 'hi', ['body: dict_type']],
  ])('refuses %s', (_name, message, problems) => {
    expect(problemsOf(chatMessageSchema, message)).toEqual(problems);
  });

  it('preserves unknown fields with any keys', () => {
    const message = { role: 'user', content: 'x', 'a.b': 1, $set: { $where: 2 } };

    expect(chatMessageSchema.parse(message)).toMatchObject(message);
  });
});

describe('messagesSchema', () => {
  it.each([
    [0, ['body: too_short']],
    [1, []],
    [5000, []],
    [5001, ['body: too_long']],
  ])('judges the number of %i messages', (length, problems) => {
    const messages = Array.from({ length }, () => ({ role: 'user', content: 'x' }));

    expect(problemsOf(messagesSchema(chatMessageSchema), messages)).toEqual(problems);
  });
});

describe('judgeableMessagesSchema', () => {
  it('wants the last message from the assistant', () => {
    const messages = [
      { role: 'assistant', content: 'x' },
      { role: 'user', content: 'y' },
    ];

    expect(problemsOf(judgeableMessagesSchema, messages)).toEqual(['body.1.role: value_error']);
    expect(problemsOf(judgeableMessagesSchema, messages.reverse())).toEqual([]);
  });

  it('reports a wrong end together with the problems of other messages', () => {
    expect(problemsOf(judgeableMessagesSchema, [{ role: 'tool', content: 'x' }, { role: 'user' }])).toEqual([
      'body.0.tool_call_id: missing',
      'body.1.content: missing',
      'body.1.role: value_error',
    ]);
  });

  it('does not speak of an end where there is none', () => {
    expect(problemsOf(judgeableMessagesSchema, [])).toEqual(['body: too_short']);
    expect(problemsOf(judgeableMessagesSchema, [{ role: 'robot', content: 'x' }])).toEqual([
      'body.0.role: enum',
    ]);
  });
});

describe('toolsSchema', () => {
  const parameters = { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { 'a.b': {} } };

  it('reads wrapped and bare tools alike, and any JSON schema', () => {
    const bare = { name: 'search', description: 'Finds', parameters };

    expect(
      toolsSchema.parse([{ type: 'function', function: bare }, bare, { name: 'stop', strict: true }]),
    ).toEqual([bare, bare, { name: 'stop', description: null, parameters: null }]);
  });

  it('reads custom tools', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' };
    const tools = toolsSchema.parse([
      { type: 'custom', custom: { name: 'run_sql', description: 'Runs a query', format } },
      { type: 'custom', custom: { name: 'note' } },
    ]);

    expect(tools).toEqual([
      { name: 'run_sql', description: 'Runs a query', parameters: null, custom: { format } },
      { name: 'note', description: null, parameters: null, custom: { format: null } },
    ]);
  });

  it.each([
    ['a tool without function and name', [{ type: 'function' }], ['body.0.function: missing']],
    ['a custom tool without a name', [{ type: 'custom' }], ['body.0.custom: missing']],
    ['an empty name', [{ function: { name: '' } }], ['body.0.function.name: string_too_short']],
    ['another kind of tool', [{ type: 'web_search', name: 'x' }], ['body.0.type: enum']],
    ['parameters that are no object', [{ name: 'x', parameters: [] }], ['body.0.parameters: dict_type']],
    ['more than 256 tools', Array.from({ length: 257 }, () => ({ name: 'x' })), ['body: too_long']],
  ])('refuses %s', (_name, tools, problems) => {
    expect(problemsOf(toolsSchema, tools)).toEqual(problems);
  });
});
