import { bold } from 'picocolors';
import type { Candidate } from '../../../packages/client';
import { formatTable } from '../shared/output/format-table';
import { formatNumber, formatPercent, numbered, oneLine } from '../shared/wording';
import type { EndedOptimization } from './run-optimization';

type Metrics = NonNullable<EndedOptimization['run']['baseline_metrics']>;

const DIGITS = 3;

/** The baseline and each candidate, one per row, with the metric of the objective; the winner is marked. */
export function optimizationTable({ run, candidates }: EndedOptimization): string {
  const { metric } = run.objective;
  const rate = (metrics: Metrics | null) => formatPercent(metrics?.issue_rate ?? null);
  const baseline = run.baseline_metrics;
  return formatTable(
    ['', metric, 'issue rate', 'difference (95% CI)', 'decision'].map(bold),
    [
      ['baseline', formatNumber(baseline?.[metric] ?? null, DIGITS), rate(baseline), '', ''],
      ...candidates.map((candidate) => [
        oneLine(candidate.note ?? candidate.id),
        formatNumber(candidate.assessment?.objective.candidate ?? null, DIGITS),
        rate(candidate.metrics),
        intervalOf(candidate),
        candidate.id === run.best_candidate_id ? bold('winner') : decisionOf(candidate),
      ]),
    ],
    ['left', 'right', 'right', 'right', 'left'],
  );
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
