import type { Experiment } from '../../../packages/client';
import { describeCosts } from '../shared/costs';
import type { Field } from '../shared/output/print-fields';
import type { Column } from '../shared/output/print-list';
import { formatNumber, formatPercent, numbered } from '../shared/wording';

export const experimentColumns: readonly Column<Experiment>[] = [
  { name: 'id', read: ({ id }) => id },
  { name: 'name', read: ({ name }) => name },
  { name: 'status', read: ({ status }) => status },
  { name: 'model', read: ({ model }) => model },
  { name: 'items', read: ({ status_summary: counts }) => formatNumber(counts.total), isNumber: true },
  { name: 'issue rate', read: ({ metrics }) => formatPercent(metrics.issue_rate), isNumber: true },
  { name: 'created', read: (experiment) => experiment.created_at },
];

export function experimentFields(experiment: Experiment): Field[] {
  const { metrics, baseline_metrics: baseline, decision } = experiment;
  return [
    ['id', experiment.id],
    ['name', experiment.name],
    ['status', experiment.status],
    ['model', experiment.pass_through ? `${experiment.model}, original replies` : experiment.model],
    ['set', experiment.set],
    ['filter', experiment.filter],
    ['evaluator', `${experiment.evaluator_name}, version ${experiment.evaluator_version}`],
    ['items', describeItems(experiment)],
    ['issue rate', `${formatPercent(metrics.issue_rate)} of ${numbered(metrics.evaluated_count, 'verdict')}`],
    ['original', `${formatPercent(baseline.issue_rate)} of ${numbered(baseline.evaluated_count, 'verdict')}`],
    [
      'decision',
      decision === null
        ? null
        : `${decision.outcome.replaceAll('_', ' ')}, by ${numbered(decision.n, 'pair')}`,
    ],
    ['cost', describeCosts(experiment)],
    ['limited by', experiment.limited_by],
    ['created', experiment.created_at],
    ['completed', experiment.completed_at],
    ...experiment.warnings.map(({ message }): Field => ['warning', message]),
  ];
}

/** `12 of 40 completed, 1 failed`. */
export function describeItems({ status_summary: counts }: Pick<Experiment, 'status_summary'>): string {
  const exceptions = (['failed', 'skipped'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${formatNumber(counts[status])} ${status}`);
  return [`${formatNumber(counts.completed)} of ${formatNumber(counts.total)} completed`, ...exceptions].join(
    ', ',
  );
}
