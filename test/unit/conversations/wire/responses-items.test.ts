import type {
  ResponseInputItem,
  ResponseItem,
  ResponseOutputItem,
} from 'openai/resources/responses/responses';
import { toNewConversation } from '../../../../src/conversations/wire/conversation.mapper';
import { createConversationSchema } from '../../../../src/conversations/wire/conversation.schema';
import { parseWith } from '../../../../src/platform/http/problems';

type Item = ResponseInputItem | ResponseItem | ResponseOutputItem;

function stored(...messages: (Item | Record<string, unknown>)[]) {
  const { messages: converted } = toNewConversation('w', createConversationSchema.parse({ messages }));
  return converted.map(({ role, parts }) => ({ role, parts }));
}

function problemsOf(...messages: unknown[]): string[] {
  const checked = parseWith(createConversationSchema, { messages }, 'body');
  return checked.ok ? [] : checked.problems.map(({ loc, type }) => `${loc.join('.')}: ${type}`);
}

const user: ResponseInputItem = {
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: 'How high is it?' }],
};
const asked = { role: 'user', parts: [{ type: 'text', content: 'How high is it?' }] };
const reasoning: ResponseOutputItem = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [
    { type: 'summary_text', text: 'They mean the tower.' },
    { type: 'summary_text', text: 'I look it up.' },
  ],
};
const call: ResponseOutputItem = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'look_up',
  arguments: '{"of": "tower"}',
  status: 'completed',
};
const callPart = { type: 'tool_call', id: 'call_1', name: 'look_up', arguments: '{"of": "tower"}' };
const output: ResponseInputItem = { type: 'function_call_output', call_id: 'call_1', output: '330 m' };
const outputMessage = {
  role: 'tool',
  parts: [{ type: 'tool_call_response', id: 'call_1', response: '330 m' }],
};
const reply: ResponseOutputItem = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'It is 330 m high.', annotations: [] }],
};
const replyPart = { type: 'text', content: 'It is 330 m high.' };

describe('items of the Responses API', () => {
  it('become messages: reasoning and calls in a row are one, each output is another', () => {
    const second: ResponseOutputItem = { ...call, id: 'fc_2', call_id: 'call_2' };
    const secondOutput: ResponseInputItem = { ...output, call_id: 'call_2', output: '1889' };

    expect(stored(user, reasoning, call, second, output, secondOutput, reply)).toEqual([
      asked,
      {
        role: 'assistant',
        parts: [
          callPart,
          { ...callPart, id: 'call_2' },
          { type: 'reasoning', content: 'They mean the tower.\nI look it up.' },
        ],
      },
      outputMessage,
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_2', response: '1889' }] },
      { role: 'assistant', parts: [replyPart] },
    ]);
  });

  it('mix with messages of the chat form', () => {
    expect(
      stored(
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'How high is it?' },
        reasoning,
        reply,
        {
          role: 'assistant',
          content: 'Anything else?',
        },
      ),
    ).toEqual([
      { role: 'system', parts: [{ type: 'text', content: 'Be brief.' }] },
      asked,
      {
        role: 'assistant',
        parts: [replyPart, { type: 'reasoning', content: 'They mean the tower.\nI look it up.' }],
      },
      { role: 'assistant', parts: [{ type: 'text', content: 'Anything else?' }] },
    ]);
  });

  it('adds calls to the message before them', () => {
    expect(stored(user, reply, call)).toEqual([asked, { role: 'assistant', parts: [replyPart, callPart] }]);
  });

  it('preserves refusals, custom tool calls and the text of their outputs', () => {
    const custom: ResponseOutputItem = {
      type: 'custom_tool_call',
      call_id: 'c',
      name: 'run',
      input: 'SELECT 1',
    };
    const result: ResponseInputItem = {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: [{ type: 'input_text', text: '1' }],
    };
    const refusal: ResponseOutputItem = {
      ...reply,
      content: [{ type: 'refusal', refusal: 'I will not.' }],
    };

    expect(stored(user, custom, result, refusal)).toEqual([
      asked,
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c', name: 'run', arguments: 'SELECT 1', isCustom: true }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: '1' }] },
      { role: 'assistant', parts: [{ type: 'refusal', content: 'I will not.' }] },
    ]);
  });

  it('preserves images and files', () => {
    const media: ResponseInputItem = {
      role: 'user',
      content: [
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_image', detail: 'auto', file_id: 'file-1' },
        { type: 'input_file', file_id: 'file-2' },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' },
        { type: 'input_file', file_url: 'https://example.test/a.pdf' },
      ],
    };

    expect(stored(media)).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'blob', modality: 'image', mimeType: 'image/png', content: 'AAAA' },
          { type: 'file', fileId: 'file-1' },
          { type: 'file', fileId: 'file-2' },
          { type: 'blob', modality: 'file', mimeType: 'application/pdf', content: 'AAAA' },
          { type: 'file', fileId: 'https://example.test/a.pdf' },
        ],
      },
    ]);
  });

  it.each<[string, ResponseOutputItem, { name: string; arguments: string }, unknown[]]>([
    [
      'file search',
      {
        id: 'x',
        type: 'file_search_call',
        status: 'completed',
        queries: ['height'],
        results: [{ filename: 'tower.md', text: '330 m', score: 1 }, { text: 'Iron' }],
      },
      { name: 'file_search', arguments: '{"queries":["height"]}' },
      [{ type: 'tool_call_response', id: 'x', response: 'tower.md\n330 m\n\nIron' }],
    ],
    [
      'web search, whose results are not in the item',
      {
        id: 'x',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query: 'height', queries: [] },
      },
      { name: 'web_search', arguments: '{"action":{"type":"search","query":"height","queries":[]}}' },
      [{ type: 'tool_call_response', id: 'x', response: '' }],
    ],
    [
      'a code interpreter',
      {
        id: 'x',
        type: 'code_interpreter_call',
        status: 'completed',
        container_id: 'c',
        code: '1 + 1',
        outputs: [
          { type: 'logs', logs: '2' },
          { type: 'image', url: 'https://example.test/a.png' },
        ],
      },
      { name: 'code_interpreter', arguments: '{"code":"1 + 1"}' },
      [
        { type: 'tool_call_response', id: 'x', response: '2' },
        { type: 'uri', modality: 'image', uri: 'https://example.test/a.png' },
      ],
    ],
    [
      'image generation',
      { id: 'x', type: 'image_generation_call', status: 'completed', result: 'AAAA' },
      { name: 'image_generation', arguments: '{}' },
      [{ type: 'blob', modality: 'image', mimeType: 'image/png', content: 'AAAA' }],
    ],
    [
      'a tool of an MCP server',
      {
        id: 'x',
        type: 'mcp_call',
        server_label: 's',
        name: 'height',
        arguments: '{"of":1}',
        output: '330 m',
      },
      { name: 'height', arguments: '{"of":1}' },
      [{ type: 'tool_call_response', id: 'x', response: '330 m' }],
    ],
  ])('become a call and its result: %s', (_, item, called, parts) => {
    expect(stored(user, reasoning, item, reply)).toMatchObject([
      asked,
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'x', ...called }, { type: 'reasoning' }] },
      { role: 'tool', parts },
      { role: 'assistant', parts: [replyPart] },
    ]);
  });

  it('preserves calls of built-in tools that the client ran', () => {
    const shell: ResponseOutputItem = {
      id: 'sh_1',
      type: 'local_shell_call',
      call_id: 'call_1',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    };
    const screenshot: ResponseInputItem = {
      type: 'computer_call_output',
      call_id: 'call_2',
      output: { type: 'computer_screenshot', image_url: 'https://example.test/s.png' },
    };

    expect(
      stored(user, shell, { type: 'local_shell_call_output', id: 'call_1', output: 'a.txt' }, screenshot),
    ).toEqual([
      asked,
      {
        role: 'assistant',
        parts: [
          {
            type: 'tool_call',
            id: 'call_1',
            name: 'local_shell',
            arguments: '{"action":{"type":"exec","command":["ls"],"env":{}}}',
          },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: 'a.txt' }] },
      { role: 'tool', parts: [{ type: 'uri', modality: 'image', uri: 'https://example.test/s.png' }] },
    ]);
  });

  it('reads what an import says about a message from items too', () => {
    const of = { model: 'gpt-5', output_tokens: 12, created_at: '2026-01-01T00:00:00Z' };
    const { messages } = toNewConversation(
      'w',
      createConversationSchema.parse({
        messages: [
          user,
          { ...call, ...of },
          { ...output, is_error: true },
          { id: 'x', type: 'mcp_call', server_label: 's', name: 'f', arguments: '{}', error: 'not there' },
        ],
      }),
    );

    expect(messages).toMatchObject([
      { role: 'user' },
      {
        generation: { model: 'gpt-5', outputTokens: 12 },
        isError: false,
        createdAt: new Date(of.created_at),
      },
      { role: 'tool', isError: true },
      { role: 'assistant', isError: false },
      { role: 'tool', isError: true, parts: [{ response: 'not there' }] },
    ]);
  });

  it('skips items about tools, and reasoning that is encrypted', () => {
    const tools: ResponseOutputItem = { id: 'm', type: 'mcp_list_tools', server_label: 's', tools: [] };
    const encrypted: ResponseOutputItem = {
      id: 'r',
      type: 'reasoning',
      summary: [],
      encrypted_content: 'gAAA',
    };

    expect(stored(tools, user, encrypted, reply)).toEqual([asked, { role: 'assistant', parts: [replyPart] }]);
  });

  it.each<[string, unknown, string]>([
    ['a call without a name', { type: 'function_call', call_id: 'c', arguments: '{}' }, '1.name: missing'],
    [
      'an output without the id of its call',
      { type: 'function_call_output', output: '' },
      '1.call_id: missing',
    ],
    ['an output that is an object', { ...output, output: {} }, '1.output: value_error'],
    [
      'a part of another kind',
      { role: 'user', content: [{ type: 'input_video' }] },
      '1.content.0.type: value_error',
    ],
    [
      'an image from nowhere',
      { role: 'user', content: [{ type: 'input_image' }] },
      '1.content.0: value_error',
    ],
    ['a reference to an item elsewhere', { type: 'item_reference', id: 'msg_1' }, '1.type: value_error'],
    ['a kind of item that does not exist', { type: 'telepathy' }, '1.role: missing'],
    ['a chat message without content', { role: 'user' }, '1.content: missing'],
  ])('names what is wrong with %s', (_, item, problem) => {
    expect(problemsOf(user, item)).toEqual([`body.messages.${problem}`]);
  });

  it('must make at least one message, and at most 5,000', () => {
    const search = { id: 'x', type: 'web_search_call', status: 'completed', action: {} };

    expect(problemsOf({ type: 'mcp_list_tools' })).toEqual(['body.messages: value_error']);
    expect(problemsOf(...Array.from({ length: 2500 }, () => [reasoning, search]).flat())).toEqual([]);
    expect(problemsOf(user, ...Array.from({ length: 4999 }, () => user))).toEqual([]);
    expect(problemsOf(user, ...Array.from({ length: 2499 }, () => [search, user]).flat())).toEqual([
      'body.messages: value_error',
    ]);
  });

  it('come with tools in the form of the Responses API', () => {
    const tools = [
      { type: 'function', name: 'look_up', parameters: { type: 'object' }, strict: true },
      { type: 'custom', name: 'run', format: { type: 'text' } },
    ];

    expect(toNewConversation('w', createConversationSchema.parse({ messages: [user], tools })).tools).toEqual(
      [
        { name: 'look_up', description: null, parameters: { type: 'object' } },
        { name: 'run', description: null, parameters: null, custom: { format: { type: 'text' } } },
      ],
    );
  });

  it('reads a message of the chat form with the type of an item as a message', () => {
    expect(stored({ type: 'reasoning', role: 'user', content: 'hi' })).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'hi' }] },
    ]);
  });
});
