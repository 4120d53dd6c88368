const finding = {
  id: '2f9d6a3c-0c55-8a1e-9b0f-6f5d1c7e4a21',
  conversation_id: '7f1de0a4-63cf-4d0b-8a5e-0b6f3f0c9a11',
  message_id: 'd07c1f5a-94be-4c63-8a52-7f1e0b3d9c64',
  text: '07:40',
  label: 'fabrication',
  explanation: 'No message says when the train leaves.',
  message_part_index: 0,
  start_offset: 3,
  end_offset: 8,
  tool_name: null,
  parameter_name: null,
  confidence: 0.93,
  calibrated_confidence: null,
  evidence: [],
  evaluator_id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
  evaluator_version: 1,
  evaluation_id: '0b7b5f0e-52a5-4f9c-8a53-0d6c5a1a9a01',
  issue_config_version: 1,
  experiment_id: null,
  item_id: null,
  review: null,
  model: 'gpt-4o-mini',
  created_at: '2026-01-15T09:30:00.000Z',
  reported_at: '2026-01-15T09:30:02.000Z',
};

export const listFindingsExample = {
  response: {
    items: [{ ...finding, equal_count: 1 }],
    has_more: false,
    next_page_cursor: null,
    query: { limit: 50, cursor: null, filter: 'label = fabrication AND confidence >= 0.9' },
  },
};

export const exportFindingsExample = { response: finding };

export const getFindingExample = {
  response: {
    id: finding.id,
    conversation_id: finding.conversation_id,
    message_id: finding.message_id,
    review: null,
    reports: [{ ...finding, is_current: true }],
  },
};

export const recurringFindingsExample = {
  response: {
    items: [
      {
        text: 'https://example.com/returns',
        kind: 'url',
        key: 'example.com/returns',
        count: 12,
        first_seen_at: '2026-01-03T08:12:00.000Z',
        last_seen_at: '2026-01-15T09:30:00.000Z',
        tools: [],
        models: ['gpt-4o-mini'],
      },
    ],
  },
};
