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

export const idsExample = {
  response: { conversation_ids: [conversation.id], has_more: false, chosen_by: 'properties' as const },
};

export const listExample = {
  response: {
    items: [
      {
        ...conversation,
        issue_count: 1,
        labels: ['fabrication'],
        evaluated_message_count: 1,
        not_judgeable_message_count: 0,
      },
    ],
    has_more: false,
    next_page_cursor: null,
    chosen_by: 'properties' as const,
    query: {
      limit: 50,
      cursor: null,
      type: null,
      external_id: null,
      tag: 'topic:travel',
      model: null,
      created_from: null,
      created_to: null,
      search: null,
      filter: null,
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
  agent_name: null,
  prompt_version: null,
  extra: null,
  created_at: '2026-01-15T09:30:00.000Z',
};

export const detailExample = {
  response: {
    ...conversation,
    tools: [],
    messages: [question],
    evaluations: [],
    has_more: false,
    next_page_cursor: null,
  },
};

export const getMessageExample = { response: question };

const answer = {
  ...question,
  id: 'd07c1f5a-94be-4c63-8a52-7f1e0b3d9c64',
  sequence_number: 1,
  role: 'assistant',
  parts: [{ type: 'text', content: 'At 07:40.' }],
  conversation_id: conversation.id,
  conversation_type: 'import',
  experiment_id: null,
  tool_names: [],
  verdicts: [
    {
      evaluator_id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
      evaluation_id: '0b7b5f0e-52a5-4f9c-8a53-0d6c5a1a9a01',
      created_at: '2026-01-15T09:30:02.000Z',
      status: 'completed',
      issue_count: 1,
      labels: ['fabrication'],
    },
  ],
};

export const listMessagesExample = {
  response: {
    items: [answer],
    has_more: false,
    next_page_cursor: null,
    query: { limit: 50, cursor: null, filter: 'label = fabrication' },
  },
};
