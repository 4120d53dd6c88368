import Table from 'cli-table3';
import type { z } from 'zod';
import { formatEValue, formatPValue } from '../../../packages/text';
import type { baselineComparisonSchema } from '../../experiments/comparison/baseline-comparison.schema';
import type { LeftOutReason } from '../../experiments/comparison/left-out';
import type { PairedMetric } from '../../experiments/comparison/paired-metrics';
import type { experimentSchema } from '../../experiments/wire/experiment.schema';
import { tableLayout } from '../demo/table-layout';
import { type CostsInCents, describeCosts } from '../shared/costs';
import { formatNumber, oneLine } from '../shared/wording';

type Comparison = z.infer<typeof baselineComparisonSchema>;
type Metric = Comparison['metrics'][number];

interface MetricText {
  name: string;
  format(value: number): string;
}

const percent = (value: number) => `${formatNumber(100 * value, 1)}%`;
const decimals = (digits: number, unit: string) => (value: number) => `${formatNumber(value, digits)}${unit}`;

const metricTexts: Record<PairedMetric, MetricText> = {
  issue_rate: { name: 'issue rate', format: percent },
  avg_issues_per_evaluation: { name: 'issues per reply', format: decimals(3, '') },
  cost_per_1k: { name: 'dollars per 1,000 replies', format: decimals(4, '') },
  avg_input_tokens: { name: 'input tokens', format: decimals(1, '') },
  avg_output_tokens: { name: 'output tokens', format: decimals(1, '') },
  avg_response_latency_ms: { name: 'latency, ms', format: decimals(1, '') },
  avg_reply_chars: { name: 'reply length, characters', format: decimals(1, '') },
};

/** What is printed of an experiment in addition to its comparison. */
type ComparedExperiment = CostsInCents &
  Pick<z.infer<typeof experimentSchema>, 'baseline_of_experiment_id' | 'issue_rate_variance'>;

/** The comparison of an experiment with the original replies, and its costs, for a terminal. */
export function describeComparison(comparison: Comparison, experiment: ComparedExperiment): string {
  const { experiment_name: name, status, pass_through: isPassThrough, empty_replies: empty } = comparison;
  const isEarly = isReadEarly(comparison.metrics);
  const isTested = comparison.untested_reason === null;
  return [
    `Experiment "${oneLine(name)}" (${status}) compared with the original replies`,
    ...(isPassThrough
      ? ['Both sides are the original replies. Differences come from judging them twice.']
      : []),
    comparisonTable(comparison.metrics),
    ...describeLeftOut(comparison.metrics),
    ...(empty.count + empty.baseline_count > 0
      ? [`Empty replies of ${empty.n} pairs: original ${empty.baseline_count}, result ${empty.count}.`]
      : []),
    ...describeVariance(experiment),
    `Cost: ${describeCosts(experiment)}.`,
    ...(isEarly
      ? [
          'Read early: an e-value may be read at any time, and from 20 on it shows a difference at the 5% level.',
        ]
      : []),
    ...(isTested
      ? ['Each metric is tested on its own: of 20 without a difference, one is expected to show one.']
      : describeUntested(comparison, experiment)),
  ].join('\n');
}

/** Why there is no test, what is expected without an effect, and what can be tested; in the words of the dashboard. */
function describeUntested(
  { metrics, pass_through: isPassThrough }: Comparison,
  { baseline_of_experiment_id: baselineOf }: ComparedExperiment,
): string[] {
  const reason = 'Not tested: the original replies were chosen by their outcome.';
  if (isPassThrough) return [reason];
  const rate = metrics.find(({ metric, label }) => metric === 'issue_rate' && label === null);
  const expectation =
    (rate?.difference ?? 0) > 0
      ? 'chosen because they did not fail, more issues are expected from any rerun'
      : 'chosen because they failed, fewer issues are expected from any rerun';
  return [
    `${reason} If they were ${expectation}.`,
    ...(baselineOf === null
      ? ['Run a fresh baseline (POST /v1/experiments/{id}/fresh-baseline), and compare with it.']
      : []),
  ];
}

/** How much the samples of a conversation are worth; nothing with one sample. */
function describeVariance({ issue_rate_variance: variance = null }: ComparedExperiment): string[] {
  if (variance === null) return [];
  const { replies_count: replies, conversations_count: conversations } = variance;
  const { between_conversations: between, within_conversation: within } = variance;
  const effective = variance.effective_replies_count;
  return [
    `Issue rate: variance ${formatNumber(between, 4)} between conversations, ${formatNumber(within, 4)} within them.`,
    ...(effective === null
      ? []
      : [
          `${formatNumber(replies)} replies to ${formatNumber(conversations)} conversations are as precise as ` +
            `replies to ${formatNumber(Math.round(effective))} separate ones.`,
        ]),
  ];
}

/** Whether issue rates have an e-value in place of a p-value. */
function isReadEarly(metrics: readonly Metric[]): boolean {
  return metrics.some(({ e_value: eValue }) => eValue !== null);
}

function comparisonTable(metrics: readonly Metric[]): string {
  const isEarly = isReadEarly(metrics);
  const table = new Table({
    head: ['', 'original', 'result', 'difference', '95% interval', isEarly ? 'e-value' : 'p-value', 'pairs'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    ...tableLayout,
  });
  for (const metric of metrics) table.push(rowOf(metric, isEarly));
  return table.toString();
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

/** One line for each group of metrics that leave out the same conversations. */
function describeLeftOut(metrics: readonly Metric[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { metric, label, left_out: leftOut } of metrics) {
    if (label !== null || leftOut.length === 0) continue;
    const reasons = leftOut.map(({ reason, count }) => `${formatNumber(count)} ${describeReason(reason)}`);
    const text = reasons.join(', ');
    groups.set(text, [...(groups.get(text) ?? []), metricTexts[metric].name]);
  }
  return [...groups].map(([text, names]) => `Left out of ${names.join('; ')}: ${text}.`);
}

/** `baseline_no_value` becomes "no value (original)". */
function describeReason(reason: LeftOutReason): string {
  const [, prefix, rest = ''] = /^(baseline_)?(.*)$/.exec(reason) ?? [];
  const text = rest.replaceAll('_', ' ');
  return prefix === undefined ? text : `${text} (original)`;
}
