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

type Compared = Pick<Experiment, 'id' | 'created_at'>;

/** The path of the comparison of two experiments, relative to the workspace: the older one is the baseline. */
export function comparisonPath(one: Compared, other: Compared): string {
  const [older, newer] = one.created_at <= other.created_at ? [one, other] : [other, one];
  return `experiments/${older.id}/compare/${newer.id}`;
}
