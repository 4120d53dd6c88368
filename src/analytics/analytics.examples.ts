export const toolStatsExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  evaluated_message_count: 688,
  not_judgeable_message_count: 24,
  tools: [
    {
      tool_name: 'search_flights',
      call_count: 412,
      flagged_count: 31,
      evaluated_call_count: 400,
      issue_rate: 0.0775,
      conversation_share: 0.84,
      top_label: 'tool_argument_fabrication',
    },
    {
      tool_name: 'book_flight',
      call_count: 57,
      flagged_count: 0,
      evaluated_call_count: 57,
      issue_rate: 0,
      conversation_share: 0.19,
      top_label: null,
    },
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
  not_judgeable_message_count: 24,
};

export const labelDistributionExample = [
  { label: 'tool_argument_fabrication', count: 35, reply_count: 31 },
  { label: 'fabrication', count: 12, reply_count: 12 },
];

export const timeseriesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  bucket: 'hour',
  bucket_seconds: 3600,
  buckets: [
    {
      bucket_start: '2026-01-01T00:00:00.000Z',
      evaluated_message_count: 42,
      not_judgeable_message_count: 1,
      flagged_message_count: 2,
      issue_count: 3,
      issue_rate: 0.047619047619047616,
      interval_low: 0.013156174083423103,
      interval_high: 0.15788661229556863,
      labels: [
        { label: 'tool_argument_fabrication', count: 2, reply_count: 1 },
        { label: 'fabrication', count: 1, reply_count: 1 },
      ],
    },
    {
      bucket_start: '2026-01-01T01:00:00.000Z',
      evaluated_message_count: 0,
      not_judgeable_message_count: 0,
      flagged_message_count: 0,
      issue_count: 0,
      issue_rate: null,
      interval_low: null,
      interval_high: null,
      labels: [],
    },
  ],
};

export const parameterRatesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  evaluated_message_count: 688,
  not_judgeable_message_count: 24,
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
