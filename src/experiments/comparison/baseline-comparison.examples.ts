import { experimentExample } from '../wire/experiment.examples';
import type { MetricComparison } from './paired-metrics';
import { toMetricComparisonWire } from './paired-metrics.mapper';

/** 120 conversations, of which one has no original reply and two replies were not judged. */
const compared: MetricComparison[] = [
  {
    metric: 'issue_rate',
    label: null,
    value: 14 / 117,
    baselineValue: 31 / 117,
    difference: -17 / 117,
    intervalLow: -0.228,
    intervalHigh: -0.072,
    pValue: 0.00049,
    eValue: null,
    n: 117,
    leftOut: [
      { reason: 'baseline_no_reply', count: 1 },
      { reason: 'not_judgeable', count: 2 },
    ],
  },
  {
    metric: 'avg_output_tokens',
    label: null,
    value: 48.2,
    baselineValue: 52.9,
    difference: -4.7,
    intervalLow: -7.1,
    intervalHigh: -2.4,
    pValue: null,
    eValue: null,
    n: 119,
    leftOut: [{ reason: 'baseline_no_reply', count: 1 }],
  },
];

export const metricComparisonsExample = compared.map(toMetricComparisonWire);

export const baselineComparisonExample = {
  experiment_id: experimentExample.id,
  experiment_name: experimentExample.name,
  status: experimentExample.status,
  pass_through: false,
  replay_at: experimentExample.replay_at,
  metrics: metricComparisonsExample,
  untested_reason: null,
  empty_replies: { count: 0, baseline_count: 0, n: 119 },
};
