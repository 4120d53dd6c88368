export const toolStatsExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  sampled_share: null,
  evaluated_message_count: 688,
  not_judgeable_message_count: 24,
  tools: [
    {
      tool_name: 'search_flights',
      call_count: 412,
      flagged_count: 31,
      evaluated_call_count: 400,
      issue_rate: 0.0775,
      interval_low: 0.05436496870003757,
      interval_high: 0.1093417813985367,
      evaluated_conversation_count: 214,
      flagged_conversation_count: 29,
      conversation_issue_rate: 0.13551401869158877,
      conversation_interval_low: 0.09603765449856622,
      conversation_interval_high: 0.18784521681288602,
      conversation_share: 0.84,
      top_label: 'tool_argument_fabrication',
    },
    {
      tool_name: 'book_flight',
      call_count: 57,
      flagged_count: 0,
      evaluated_call_count: 57,
      issue_rate: 0,
      interval_low: 0,
      interval_high: 0.0814533501878979,
      evaluated_conversation_count: 48,
      flagged_conversation_count: 0,
      conversation_issue_rate: 0,
      conversation_interval_low: 0,
      conversation_interval_high: 0.07410012966611748,
      conversation_share: 0.19,
      top_label: null,
    },
  ],
};

export const summaryStatsExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  sampled_share: null,
  median_tool_calls_per_conversation: 1.5,
  tool_error_rate: 0.04,
  total_tool_calls: 469,
  tool_result_count: 450,
  failed_tool_result_count: 18,
  conversation_count: 262,
  message_count: 2310,
  reply_count: 712,
  evaluated_message_count: 688,
  not_judgeable_message_count: 24,
};

export const labelDistributionExample = [
  { label: 'tool_argument_fabrication', count: 35, reply_count: 31 },
  { label: 'fabrication', count: 12, reply_count: 12 },
];

const rates = {
  evaluated_message_count: 42,
  not_judgeable_message_count: 1,
  flagged_message_count: 2,
  issue_count: 3,
  issue_rate: 0.047619047619047616,
  interval_low: 0.010293279155295473,
  interval_high: 0.19379345180083646,
  evaluated_conversation_count: 18,
  flagged_conversation_count: 2,
  conversation_issue_rate: 0.1111111111111111,
  conversation_interval_low: 0.03101952264561239,
  conversation_interval_high: 0.32799765130178804,
};

const hourCounts = {
  ...rates,
  labels: [
    { label: 'tool_argument_fabrication', count: 2, reply_count: 1 },
    { label: 'fabrication', count: 1, reply_count: 1 },
  ],
};

export const timeseriesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  sampled_share: null,
  bucket: 'hour',
  bucket_seconds: 3600,
  buckets: [
    { bucket_start: '2026-01-01T00:00:00.000Z', ...hourCounts },
    {
      bucket_start: '2026-01-01T01:00:00.000Z',
      evaluated_message_count: 0,
      not_judgeable_message_count: 0,
      flagged_message_count: 0,
      issue_count: 0,
      issue_rate: null,
      interval_low: null,
      interval_high: null,
      evaluated_conversation_count: 0,
      flagged_conversation_count: 0,
      conversation_issue_rate: null,
      conversation_interval_low: null,
      conversation_interval_high: null,
      labels: [],
    },
  ],
  total: hourCounts,
};

export const parameterRatesExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  sampled_share: null,
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
      interval_low: 0.03194468573728237,
      interval_high: 0.07744388696534574,
      evaluated_conversation_count: 214,
      flagged_conversation_count: 19,
      conversation_issue_rate: 0.08878504672897196,
      conversation_interval_low: 0.05757573566404715,
      conversation_interval_high: 0.1344972473540015,
    },
  ],
};

const segmentCounts = {
  first_message_at: '2026-01-02T08:15:00.000Z',
  message_count: 820,
  ...rates,
  cost_usd: 1.92,
  latency_p50_ms: 910,
  latency_p95_ms: 2610,
  input_tokens: 655_000,
  output_tokens: 49_000,
};

export const breakdownExample = {
  refreshed_through: '2026-02-01T08:30:12.000Z',
  sampled_share: null,
  dimension: 'prompt_version',
  values: [
    {
      value: 'support@12',
      is_other: false,
      is_partial: false,
      filter:
        'created_at >= "2026-01-01T00:00:00Z" AND created_at < "2026-02-01T00:00:00Z" AND prompt_version = "support@12"',
      ...segmentCounts,
    },
  ],
  omitted_value_count: 0,
  total: segmentCounts,
};
