import type { Experiment } from '../../../api/types';

const POLL_MS = 2000;
/** For large responses: they list every conversation id. */
const SLOW_POLL_MS = 5000;
const LARGE_CONVERSATION_COUNT = 2000;

/** Whether its workflow is running. */
export function isOpen({ status }: Pick<Experiment, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Returns completed and failed items out of all. */
export function getProgress({ status_summary: { completed, failed, total } }: Experiment) {
  return { done: completed + failed, failed, total };
}

/** Returns the poll interval in milliseconds; false when all experiments have ended. */
export function getPollInterval(experiments: readonly Experiment[]): number | false {
  if (!experiments.some(isOpen)) return false;
  const conversations = experiments.reduce((sum, { total_items_count: count }) => sum + count, 0);
  return conversations > LARGE_CONVERSATION_COUNT ? SLOW_POLL_MS : POLL_MS;
}

/** Returns milliseconds from creation to end; null before the end. */
export function getDurationMs({ created_at, completed_at }: Experiment): number | null {
  return completed_at === null ? null : Date.parse(completed_at) - Date.parse(created_at);
}

/** Counts the conversations that two experiments share. */
export function countSharedConversations(one: Experiment, other: Experiment): number {
  const ids = new Set(one.conversation_ids);
  return (other.conversation_ids ?? []).filter((id) => ids.has(id)).length;
}
