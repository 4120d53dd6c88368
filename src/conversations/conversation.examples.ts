const request = {
  external_id: 'ticket-4711',
  tags: { topic: 'travel' },
  messages: [
    {
      role: 'system',
      content: 'The ferry leaves at 07:40 and 11:15; on Sundays the first sailing is dropped.',
    },
    { role: 'user', content: 'When is the first boat on Sunday?' },
    {
      role: 'assistant',
      content: 'At 07:40.',
      model: 'gpt-4.1-mini',
      provider: 'openai',
      input_tokens: 41,
      output_tokens: 5,
      latency_ms: 380,
    },
  ],
};

const conversation = {
  id: '2c9e3f0d-8a41-4f7b-9d53-1e6a7c4b8f20',
  external_id: 'ticket-4711',
  type: 'import',
  tags: { topic: 'travel' },
  preview: 'When is the first boat on Sunday?',
  message_count: 3,
  tool_call_count: 0,
  input_tokens: 41,
  output_tokens: 5,
  models: ['gpt-4.1-mini'],
  created_at: '2026-01-15T09:30:00.000Z',
};

export const createExample = { request, response: conversation };

export const listExample = {
  response: {
    items: [conversation],
    has_more: false,
    next_page_cursor: null,
    query: {
      limit: 50,
      cursor: null,
      type: null,
      external_id: null,
      tag: 'topic:travel',
      model: null,
      created_from: null,
      created_to: null,
    },
  },
};

const question = {
  id: '9a1d5c2e-3b70-4e86-8f14-6d2b9c0e7a51',
  external_id: null,
  sequence_number: 0,
  role: 'user',
  name: null,
  parts: [{ type: 'text', content: 'When is the first boat on Sunday?' }],
  generation: null,
  is_error: false,
  extra: null,
  created_at: '2026-01-15T09:30:00.000Z',
};

export const detailExample = {
  response: { ...conversation, tools: [], messages: [question], evaluations: [] },
};
