import type { Candidate, Metrics, OptimizationRun } from '../../../api/types';
import { compareMetric, metricDescriptions, type ObjectiveMetric } from '../../../text/metrics';
import { formatCount, NO_VALUE } from '../../../text/numbers';
import { formatConstraint, formatDifference } from '../shared/run-state';

type Assessment = NonNullable<Candidate['assessment']>;
type ConstraintCheck = Assessment['constraints'][number];

export interface ConstraintRow {
  text: string;
  value: string;
  /** `not shown`: the observed difference is within the constraint, but the interval is too wide. */
  state: 'met' | 'not shown' | 'violated';
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
    constraints: (candidate.assessment?.constraints ?? []).map(buildConstraintRow),
  };
}

export function buildConstraintRow(check: ConstraintCheck): ConstraintRow {
  return { text: formatConstraint(check), value: describeCheck(check), state: stateOf(check) };
}

function describeCheck(check: ConstraintCheck): string {
  const { metric, max, difference, pairs_needed: needed } = check;
  if (check.relative_to === null) return metricDescriptions[metric].format(check.value);
  const bound = formatDifference(metric, max === null ? check.interval_low : check.interval_high);
  const needs = needed === null ? '' : `; needs about ${formatCount(needed)} pairs`;
  return `${formatDifference(metric, difference)} (95% bound ${bound}${needs})`;
}

function stateOf({ is_met: isMet, relative_to: relativeTo, difference, min, max }: ConstraintCheck) {
  if (isMet) return 'met';
  if (relativeTo === null || difference === null) return 'violated';
  const isWithin = (min === null || difference >= min) && (max === null || difference <= max);
  return isWithin ? 'not shown' : 'violated';
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

/** Formats the interval of the difference, candidate minus baseline; a dash without one. */
export function formatInterval(
  { interval_low: low, interval_high: high }: Pick<Assessment['objective'], 'interval_low' | 'interval_high'>,
  metric: ObjectiveMetric,
): string {
  if (low === null || high === null) return NO_VALUE;
  return `${formatDifference(metric, low)} to ${formatDifference(metric, high)}`;
}
