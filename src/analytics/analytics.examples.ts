export const toolStatsExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  tools: [
    {
      tool_name: 'search_flights',
      call_count: 412,
      flagged_count: 31,
      conversation_share: 0.84,
      top_label: 'tool_argument_fabrication',
    },
    { tool_name: 'book_flight', call_count: 57, flagged_count: 0, conversation_share: 0.19, top_label: null },
  ],
};

export const summaryStatsExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  median_tool_calls_per_conversation: 1.5,
  tool_error_rate: 0.04,
  total_tool_calls: 469,
  tool_result_count: 450,
  failed_tool_result_count: 18,
  conversation_count: 262,
  message_count: 2310,
  evaluated_message_count: 688,
};

export const labelDistributionExample = [
  { label: 'tool_argument_fabrication', count: 35 },
  { label: 'fabrication', count: 12 },
];

export const timeseriesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  bucket: 'hour',
  buckets: [
    {
      bucket_start: '2026-01-01T00:00:00.000Z',
      evaluated_message_count: 42,
      flagged_message_count: 2,
      issue_count: 3,
      labels: [
        { label: 'tool_argument_fabrication', count: 2 },
        { label: 'fabrication', count: 1 },
      ],
    },
    {
      bucket_start: '2026-01-01T01:00:00.000Z',
      evaluated_message_count: 0,
      flagged_message_count: 0,
      issue_count: 0,
      labels: [],
    },
  ],
};

export const parameterRatesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  tool_name: 'search_flights',
  parameters: [
    {
      parameter_name: 'departure_date',
      issue_count: 22,
      flagged_call_count: 20,
      evaluated_call_count: 400,
      issue_rate: 0.05,
    },
  ],
};
