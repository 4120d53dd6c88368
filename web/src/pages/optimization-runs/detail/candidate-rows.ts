import type { Candidate, Metrics, OptimizationRun } from '../../../api/types';
import { compareMetric, metricDescriptions } from '../../../text/metrics';
import { formatSigned, NO_VALUE } from '../../../text/numbers';
import { formatConstraint } from '../shared/run-state';

type AssessedObjective = NonNullable<Candidate['assessment']>['objective'];

export interface ConstraintRow {
  text: string;
  value: string;
  isMet: boolean;
}

/** A row of the table: the baseline or a candidate. */
export interface CandidateRow {
  id: string;
  /** Null: the baseline. */
  candidate: Candidate | null;
  name: string;
  isWinner: boolean;
  experimentId: string | null;
  metrics: Metrics | null;
  /** The metric of the objective with its unit. */
  objective: string;
  /** Difference from the baseline; null where there is nothing to compare. */
  difference: string | null;
  isBetter: boolean | null;
  constraints: readonly ConstraintRow[];
}

/** Builds the rows: the baseline, then the candidates in the order of their proposal. */
export function buildRows(run: OptimizationRun, candidates: readonly Candidate[]): CandidateRow[] {
  return [buildBaselineRow(run), ...candidates.map((candidate) => buildCandidateRow(run, candidate))];
}

function buildBaselineRow(run: OptimizationRun): CandidateRow {
  const { metric } = run.objective;
  // A label restricts the objective to a part of the metric, which the run does not store.
  const value = run.objective.label === null ? (run.baseline_metrics?.[metric] ?? null) : null;
  return {
    id: 'baseline',
    candidate: null,
    name: 'Baseline',
    isWinner: false,
    experimentId: run.baseline_experiment_id,
    metrics: run.baseline_metrics,
    objective: metricDescriptions[metric].format(value),
    difference: null,
    isBetter: null,
    constraints: [],
  };
}

function buildCandidateRow(run: OptimizationRun, candidate: Candidate): CandidateRow {
  const { metric, direction } = run.objective;
  const { baseline = null, candidate: value = null } = candidate.assessment?.objective ?? {};
  const compared = compareMetric(metric, baseline, value, direction === 'minimize' ? 'lower' : 'higher');
  return {
    id: candidate.id,
    candidate,
    name: candidate.note ?? candidate.candidate_key,
    isWinner: candidate.id === run.best_candidate_id,
    experimentId: candidate.experiment_id,
    metrics: candidate.metrics,
    objective: compared.value,
    difference: compared.difference,
    isBetter: compared.isBetter,
    constraints: (candidate.assessment?.constraints ?? []).map((constraint) => ({
      text: formatConstraint(constraint),
      value: metricDescriptions[constraint.metric].format(constraint.value),
      isMet: constraint.is_met,
    })),
  };
}

/**
 * Chooses the candidate whose prompt is shown: the selected one, else the winner, else the first with a
 * prompt.
 */
export function chooseCandidate(
  run: OptimizationRun,
  candidates: readonly Candidate[],
  chosenId: string | null,
): Candidate | null {
  return (
    candidates.find(({ id }) => id === chosenId) ??
    candidates.find(({ id }) => id === run.best_candidate_id) ??
    candidates.find(({ system_prompt: prompt }) => prompt !== null) ??
    null
  );
}

/** Formats the interval of issues per reply, candidate minus baseline; a dash without one. */
export function formatInterval({
  interval_low: low,
  interval_high: high,
}: Pick<AssessedObjective, 'interval_low' | 'interval_high'>): string {
  if (low === null || high === null) return NO_VALUE;
  const [from, to] = [low, high].map((end) =>
    formatSigned(end, metricDescriptions.avg_issues_per_evaluation.format),
  );
  return `${from} to ${to}`;
}
