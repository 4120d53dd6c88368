import type { Experiment } from '../../../api/types';

/** Whether its workflow is running. */
export function isOpen({ status }: Pick<Experiment, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Whether further conversations can be added: it has ended, and nothing relies on those that it has. */
export function canAddConversations(experiment: Experiment): boolean {
  const { optimization_run_id: runId, rejudged_experiment_id: sourceId, decision } = experiment;
  return !isOpen(experiment) && runId === null && sourceId === null && decision === null;
}

/** Returns ended items out of all. */
export function getProgress({
  status_summary: { completed, failed, skipped, total },
}: Pick<Experiment, 'status_summary'>) {
  return { done: completed + failed + skipped, failed, total };
}

/** Returns milliseconds from creation to end; null before the end. */
export function getDurationMs({ created_at, completed_at }: Experiment): number | null {
  return completed_at === null ? null : Date.parse(completed_at) - Date.parse(created_at);
}

/** Whether a fresh baseline makes both sides fresh replies: neither side is original, and it is no baseline itself. */
export function canHaveFreshBaseline(
  experiment: Pick<Experiment, 'pass_through' | 'baseline_of_experiment_id'>,
): boolean {
  return !experiment.pass_through && experiment.baseline_of_experiment_id === null;
}

type Compared = Pick<Experiment, 'id' | 'created_at' | 'pass_through' | 'baseline_of_experiment_id'>;

/** The path of the comparison of two experiments, relative to the workspace. */
export function comparisonPath(one: Compared, other: Compared): string {
  const [baseline, candidate] = isBaseline(one, other) ? [one, other] : [other, one];
  return `experiments/${baseline.id}/compare/${candidate.id}`;
}

/** The original replies are the baseline, then a fresh baseline of the other one, then the older one. */
function isBaseline(one: Compared, other: Compared): boolean {
  if (one.pass_through !== other.pass_through) return one.pass_through;
  if (one.baseline_of_experiment_id === other.id) return true;
  return other.baseline_of_experiment_id !== one.id && one.created_at <= other.created_at;
}
