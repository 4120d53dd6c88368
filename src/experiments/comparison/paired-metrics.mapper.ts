import type { z } from 'zod';
import type { EmptyReplies } from './empty-replies';
import type { MetricComparison } from './paired-metrics';
import type { emptyRepliesSchema, metricComparisonSchema } from './paired-metrics.schema';

export function toMetricComparisonWire(compared: MetricComparison): z.input<typeof metricComparisonSchema> {
  return {
    metric: compared.metric,
    label: compared.label,
    value: compared.value,
    baseline_value: compared.baselineValue,
    difference: compared.difference,
    interval_low: compared.intervalLow,
    interval_high: compared.intervalHigh,
    p_value: compared.pValue,
    e_value: compared.eValue,
    n: compared.n,
    left_out: compared.leftOut,
  };
}

export function toEmptyRepliesWire(empty: EmptyReplies): z.input<typeof emptyRepliesSchema> {
  return { count: empty.count, baseline_count: empty.baselineCount, n: empty.n };
}
