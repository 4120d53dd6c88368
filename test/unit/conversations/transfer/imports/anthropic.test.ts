import { conversationOf, readLine } from './read-line';

const params = {
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  system: [{ type: 'text', text: 'Use the timetable.', cache_control: { type: 'ephemeral' } }],
  tools: [
    { name: 'look_up', description: 'Looks up departures', input_schema: { type: 'object', properties: {} } },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'When is the first boat?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
        {
          type: 'document',
          title: 'Notes',
          source: { type: 'text', media_type: 'text/plain', data: 'Pier 2' },
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Sunday.', signature: 'c2ln' },
        { type: 'text', text: 'I look it up.' },
        { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { day: 'Sunday' } },
        { type: 'tool_use', id: 'toolu_2', name: 'look_up', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: '11:15' }] },
        { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no day', is_error: true },
        { type: 'text', text: 'Be brief.' },
      ],
    },
  ],
};
const message = {
  id: 'msg_013Zva',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  content: [
    {
      type: 'server_tool_use',
      id: 'srvtoolu_1',
      name: 'web_search',
      input: { query: 'ferry' },
      caller: { type: 'direct' },
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      caller: { type: 'direct' },
      content: [
        {
          type: 'web_search_result',
          title: 'Ferries',
          url: 'https://f.test',
          encrypted_content: 'x',
          page_age: null,
        },
      ],
    },
    { type: 'text', text: 'At ', citations: null },
    { type: 'text', text: '07:40.', citations: [] },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 20,
    cache_creation_input_tokens: 1,
    cache_read_input_tokens: 20,
    output_tokens: 5,
  },
};
const said = [
  'system: Use the timetable.',
  'user: When is the first boat? | blob ["image","image/png","iVBORw=="] | Notes\nPier 2',
  'assistant: I look it up. | call toolu_1 look_up {"day":"Sunday"} | call toolu_2 look_up {} | reasoning ["Sunday."]',
  'tool: result toolu_1 11:15',
  'tool (failed): result toolu_2 no day',
  'user: Be brief.',
];

describe('anthropic', () => {
  it('reads requests with their messages, in pairs and in joined batches', () => {
    const pair = conversationOf('anthropic', { request: params, response: message });
    const batch = { custom_id: 'a', params, result: { type: 'succeeded', message } };

    expect(readLine('anthropic', { request: params, response: message })).toEqual([
      ...said,
      'assistant: call srvtoolu_1 web_search {"query":"ferry"}',
      'tool: result srvtoolu_1 Ferries\nhttps://f.test',
      'assistant: At 07:40.',
    ]);
    expect(conversationOf('anthropic', batch)).toEqual({ ...pair, tags: { custom_id: 'a' } });
    expect(pair).toMatchObject({
      externalId: 'msg_013Zva',
      tools: [{ name: 'look_up', parameters: { type: 'object' } }, { name: 'web_search' }],
    });
    expect(pair.messages[6]?.generation).toEqual({
      model: 'claude-sonnet-4-5-20250929',
      provider: 'anthropic',
      inputTokens: 41,
      outputTokens: 5,
      latencyMs: null,
      costUsd: null,
      finishReason: 'end_turn',
    });
  });

  it('reads a request whose last message is the reply', () => {
    const messages = [...params.messages, { role: 'assistant', content: 'At 07:40.' }];

    expect(readLine('anthropic', { ...params, messages })).toEqual([...said, 'assistant: At 07:40.']);
  });

  it('ignores failed requests, and names what a line lacks', () => {
    const results = [
      { type: 'errored', error: { type: 'error' } },
      { type: 'expired' },
      { type: 'canceled' },
    ];

    expect(results.map((result) => readLine('anthropic', { custom_id: 'a', params, result }))).toEqual(
      results.map(() => ['failed request']),
    );
    expect(readLine('anthropic', { custom_id: 'a', result: { type: 'succeeded', message } })).toEqual([
      expect.stringMatching(/^body\.request: .*join the files/),
    ]);
    expect(readLine('anthropic', { completion: 'a' })).toEqual([expect.stringMatching(/^body\.messages: /)]);
  });

  it.each([
    ['2026-01-15 10:30:00+01:00', new Date('2026-01-15T09:30:00Z'), null],
    ['15 January', null, { ignored_times: 1 }],
  ])('reads a conversation of claude.ai from %s', (time, createdAt, notices) => {
    const line = { created_at: time, chat_messages: [{ sender: 'human', text: 'When?' }] };

    expect(conversationOf('anthropic', line)).toMatchObject({ createdAt, notices });
  });

  it('reads the conversations of an export from claude.ai', () => {
    const entry = { files: [], attachments: [], created_at: '2026-01-15T09:30:00.000000Z' };
    const line = {
      uuid: '0d5a4c3e-8a41-4f7b-9d53-1e6a7c4b8f20',
      name: 'Ferries',
      created_at: '2026-01-15T09:30:00.000000Z',
      account: { uuid: '7c4b8f20-8a41-4f7b-9d53-1e6a7c4b8f20' },
      chat_messages: [
        {
          ...entry,
          uuid: 'm1',
          sender: 'human',
          text: 'When?',
          content: [{ type: 'text', text: 'When?', citations: [] }],
          attachments: [{ file_name: 'times.txt', file_type: 'txt', extracted_content: '11:15' }],
        },
        { ...entry, uuid: 'm2', sender: 'assistant', text: 'At 07:40.', content: [] },
      ],
    };

    expect(readLine('anthropic', line)).toEqual([
      'user: times.txt\n11:15',
      'user: When?',
      'assistant: At 07:40.',
    ]);
    expect(conversationOf('anthropic', line)).toMatchObject({
      externalId: line.uuid,
      tags: { name: 'Ferries' },
      messages: [{}, { createdAt: new Date('2026-01-15T09:30:00Z') }, { externalId: 'm2' }],
    });
  });
});
