import type { BaselineComparison } from '../../../packages/client';
import { formatEValue, formatPValue } from '../../../packages/text';
import { formatTable, nameThenNumbers } from '../shared/output/format-table';
import { formatNumber, formatPercent, oneLine } from '../shared/wording';

type Metric = BaselineComparison['metrics'][number];

interface MetricText {
  name: string;
  format(value: number): string;
}

const decimals = (digits: number, unit: string) => (value: number) => `${formatNumber(value, digits)}${unit}`;

const metricTexts: Record<Metric['metric'], MetricText> = {
  issue_rate: { name: 'issue rate', format: formatPercent },
  avg_issues_per_evaluation: { name: 'issues per reply', format: decimals(3, '') },
  cost_per_1k: { name: 'dollars per 1,000 replies', format: decimals(4, '') },
  avg_input_tokens: { name: 'input tokens', format: decimals(1, '') },
  avg_output_tokens: { name: 'output tokens', format: decimals(1, '') },
  avg_response_latency_ms: { name: 'latency, ms', format: decimals(1, '') },
  avg_reply_chars: { name: 'reply length, characters', format: decimals(1, '') },
};

/** Whether issue rates have an e-value in place of a p-value. */
export function isReadEarly(metrics: readonly Metric[]): boolean {
  return metrics.some(({ e_value: eValue }) => eValue !== null);
}

/** A row for each metric; `sides` names the two values. */
export function comparisonTable(metrics: readonly Metric[], sides: readonly [string, string]): string {
  const isEarly = isReadEarly(metrics);
  return formatTable(
    ['', ...sides, 'difference', '95% interval', isEarly ? 'e-value' : 'p-value', 'pairs'],
    metrics.map((metric) => rowOf(metric, isEarly)),
    nameThenNumbers,
  );
}

function rowOf(metric: Metric, isEarly: boolean): string[] {
  const { name, format } = metricTexts[metric.metric];
  const show = (value: number | null) => (value === null ? '–' : format(value));
  const signed = (value: number | null) => (value !== null && value > 0 ? `+${format(value)}` : show(value));
  const { interval_low: low, interval_high: high } = metric;
  return [
    metric.label === null ? name : `  ${oneLine(metric.label)}`,
    show(metric.baseline_value),
    show(metric.value),
    signed(metric.difference),
    low === null || high === null ? '–' : `${signed(low)} to ${signed(high)}`,
    isEarly ? formatEValue(metric.e_value) : formatPValue(metric.p_value),
    formatNumber(metric.n),
  ];
}

/** One line for each group of metrics that leave out the same conversations; `baseline` names the left side. */
export function describeLeftOut(metrics: readonly Metric[], baseline: string): string[] {
  const groups = new Map<string, string[]>();
  for (const { metric, label, left_out: leftOut } of metrics) {
    if (label !== null || leftOut.length === 0) continue;
    const reasons = leftOut.map(
      ({ reason, count }) => `${formatNumber(count)} ${describeReason(reason, baseline)}`,
    );
    const text = reasons.join(', ');
    groups.set(text, [...(groups.get(text) ?? []), metricTexts[metric].name]);
  }
  return [...groups].map(([text, names]) => `Left out of ${names.join('; ')}: ${text}.`);
}

/** `baseline_no_value` becomes "no value (original)". */
function describeReason(reason: string, baseline: string): string {
  const [, prefix, rest = ''] = /^(baseline_)?(.*)$/.exec(reason) ?? [];
  const text = rest.replaceAll('_', ' ');
  return prefix === undefined ? text : `${text} (${baseline})`;
}
