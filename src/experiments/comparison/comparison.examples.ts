import { CONFIDENCE } from '../../../packages/statistics';
import { experimentExample, itemExample } from '../wire/experiment.examples';
import { metricComparisonsExample } from './baseline-comparison.examples';

const { evaluator_id, evaluator_name, evaluator_version, yardstick, chosen_by, replay_at, status } =
  experimentExample;
const evaluator = { evaluator_id, evaluator_name, evaluator_version, yardstick, chosen_by, replay_at };

export const comparisonExample = {
  first: {
    id: '0a4d8e2f-3b6c-4f71-9d25-8c1e7a5b3f77',
    name: 'Current model',
    model: 'gpt-4o',
    status,
    pass_through: false,
    ...evaluator,
  },
  second: {
    id: experimentExample.id,
    name: experimentExample.name,
    model: experimentExample.model,
    status,
    pass_through: false,
    ...evaluator,
  },
  warning: null,
  pairs: { compared: 2, only_in_first: 0, only_in_second: 0, without_verdict: 0 },
  issue_presence: {
    in_both: 0,
    only_in_first: 1,
    only_in_second: 0,
    in_neither: 1,
    p_value: 1,
    e_value: null,
    interval_low: null,
    interval_high: null,
  },
  issues_per_reply: {
    first: 0.5,
    second: 0,
    difference: -0.5,
    interval_low: -1,
    interval_high: 0,
    confidence: CONFIDENCE,
    resamples: 10_000,
  },
  metrics: metricComparisonsExample,
  untested_reason: null,
  empty_replies: { count: 0, baseline_count: 0, n: 2 },
  spans: { kept: 0, relabelled: 0, moved: 0, added: 0, gone: 1, pairs_without_annotations: 0 },
  items: [
    {
      conversation_id: itemExample.conversation_id,
      replayed_message_id: itemExample.replayed_message_id,
      sample_index: 0,
      first_item_id: '6c2b9f1e-4d8a-4e57-b3c1-9a7f5d2e8b88',
      second_item_id: itemExample.id,
      first_issue_count: 1,
      second_issue_count: 0,
      changes: [
        {
          kind: 'gone',
          label: 'fabrication',
          previous_label: 'fabrication',
          text: '1889',
          first_annotation: {
            text: '1889',
            label: 'fabrication',
            explanation: 'The passage says 1887.',
            message_part_index: 0,
            start_offset: 32,
            end_offset: 36,
            tool_name: null,
            parameter_name: null,
            confidence: 0.9,
            calibrated_confidence: null,
            evidence: [{ message_index: 1, message_part_index: 0, start_offset: 35, end_offset: 39 }],
          },
          second_annotation: null,
        },
      ],
      omitted_changes: 0,
    },
  ],
  next_cursor: null,
  has_more: false,
};
