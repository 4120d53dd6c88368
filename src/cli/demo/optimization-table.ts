import Table from 'cli-table3';
import { bold } from 'picocolors';
import { formatNumber, numbered, oneLine } from '../shared/wording';
import type { Candidate, EndedOptimization } from './run-optimization';
import { tableLayout } from './table-layout';

type Metrics = NonNullable<EndedOptimization['run']['baseline_metrics']>;

const DIGITS = 3;

/** The baseline and each candidate, one per row, with the metric of the objective; the winner is marked. */
export function optimizationTable({ run, candidates }: EndedOptimization): string {
  const { metric } = run.objective;
  const table = new Table({
    head: ['', metric, 'issue rate', 'difference (95% CI)', 'decision'].map(bold),
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    ...tableLayout,
  });
  const rate = (metrics: Metrics | null) =>
    metrics?.issue_rate == null ? '–' : `${(metrics.issue_rate * 100).toFixed(1)}%`;
  table.push([
    'baseline',
    formatNumber(run.baseline_metrics?.[metric] ?? null, DIGITS),
    rate(run.baseline_metrics),
    '',
    '',
  ]);
  for (const candidate of candidates) {
    const { id, note, metrics, assessment } = candidate;
    const isBest = id === run.best_candidate_id;
    table.push([
      oneLine(note ?? id),
      formatNumber(assessment?.objective.candidate ?? null, DIGITS),
      rate(metrics),
      intervalOf(candidate),
      isBest ? bold('winner') : decisionOf(candidate),
    ]);
  }
  return table.toString();
}

/** The result of the run: the winner, or the reason why there is none. */
export function describeOptimization({ run, candidates, seconds }: EndedOptimization): string {
  const winner = candidates.find(({ id }) => id === run.best_candidate_id);
  const outcome =
    winner === undefined
      ? `No winner: ${run.decision?.message ?? run.error?.message ?? 'the run has no decision'}.`
      : `Winner: ${oneLine(winner.note ?? winner.id)}. ${run.decision?.message}.`;
  const count = numbered(candidates.length, 'candidate');
  return `Ended as ${run.status} after ${seconds.toFixed(1)} s with ${count}. ${outcome}`;
}

function intervalOf({ assessment }: Candidate): string {
  if (assessment === null) return '–';
  const { interval_low: low, interval_high: high } = assessment.objective;
  if (low === null || high === null) return '–';
  return `${formatNumber(low, DIGITS)} to ${formatNumber(high, DIGITS)}`;
}

function decisionOf({ status, assessment }: Candidate): string {
  return (assessment?.verdict ?? status).replaceAll('_', ' ');
}
