import type { Experiment } from '../../../api/types';

/** Whether its workflow is running. */
export function isOpen({ status }: Pick<Experiment, 'status'>): boolean {
  return status === 'pending' || status === 'running';
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
