import { bold } from 'picocolors';
import type { Experiment, ExperimentItem } from '../../../packages/client';
import { formatTable, nameThenNumbers } from '../shared/output/format-table';
import { formatNumber, oneLine } from '../shared/wording';
import type { EndedExperiment } from './run-experiment';

type Metrics = Experiment['metrics'];

const PREVIEW_COLUMNS = 60;
const CELL_PADDING = 2;

/** One row per item. */
export function itemTable(items: ExperimentItem[]): string {
  return formatTable(
    ['status', 'preview', 'issues', 'baseline issues', 'ms'].map(bold),
    items.map((item) => [
      item.status,
      oneLine(item.source_preview),
      ...[item.issue_count, item.baseline_issue_count, item.latency_ms].map((value) => formatNumber(value)),
    ]),
    ['left', 'left', 'right'],
    [null, PREVIEW_COLUMNS + CELL_PADDING],
  );
}

/** The metrics of each experiment next to those of its baseline. */
export function metricsTable(ended: EndedExperiment[]): string {
  const columns = ended.flatMap(({ experiment: { name, metrics, baseline_metrics } }) => [
    { head: name, metrics },
    { head: 'baseline', metrics: baseline_metrics },
  ]);
  const all = columns.map(({ metrics }) => metrics);
  return formatTable(
    ['', ...columns.map(({ head }) => bold(head))],
    rowsFor(all).map(([name, show]) => [name, ...all.map(show)]),
    nameThenNumbers,
  );
}

type Row = [name: string, show: (metrics: Metrics) => string];

function rowsFor(all: Metrics[]): Row[] {
  const labels = new Set(all.flatMap(({ issue_labels }) => Object.keys(issue_labels)));
  return [
    ['issue rate', issueRate],
    ['issues', (metrics) => formatNumber(metrics.total_issues)],
    ...[...labels]
      .sort()
      .map((label): Row => [`  ${label}`, (metrics) => formatNumber(metrics.issue_labels[label] ?? 0)]),
    ['issues per reply', (metrics) => formatNumber(metrics.avg_issues_per_evaluation, 2)],
    ['replies without issue', (metrics) => formatNumber(metrics.issue_free_message_count)],
    ['replies without verdict', (metrics) => formatNumber(metrics.no_verdict_count)],
    ['replies not judgeable', (metrics) => formatNumber(metrics.not_judgeable_count)],
    ['average input tokens', (metrics) => formatNumber(metrics.avg_input_tokens, 1)],
    ['average output tokens', (metrics) => formatNumber(metrics.avg_output_tokens, 1)],
    ['average latency, ms', (metrics) => formatNumber(metrics.avg_response_latency_ms, 1)],
    ['max latency, ms', (metrics) => formatNumber(metrics.max_response_latency_ms, 1)],
    ['dollars per 1,000 replies', (metrics) => formatNumber(metrics.cost_per_1k, 4)],
  ];
}

/** The rate with its numerator and denominator. */
function issueRate({
  issue_rate: rate,
  evaluated_count: evaluated,
  issue_free_message_count: free,
}: Metrics): string {
  return rate === null
    ? '–'
    : `${(rate * 100).toFixed(1)}% (${formatNumber(evaluated - free)}/${formatNumber(evaluated)})`;
}
