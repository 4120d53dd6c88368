import type { Experiment } from '../../../api/types';

const POLL_MS = 2000;
/** Of answers that are large: they name every conversation. */
const SLOW_POLL_MS = 5000;
const LARGE_CONVERSATION_COUNT = 2000;

/** Whether its workflow still runs. */
export function isOpen({ status }: Pick<Experiment, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Items that have ended, in whatever way, out of all. */
export function getProgress({ status_summary: { completed, failed, total } }: Experiment) {
  return { done: completed + failed, failed, total };
}

/** Milliseconds until some experiments are worth reading anew; false when all have ended. */
export function getPollInterval(experiments: readonly Experiment[]): number | false {
  if (!experiments.some(isOpen)) return false;
  const conversations = experiments.reduce((sum, { total_items_count: count }) => sum + count, 0);
  return conversations > LARGE_CONVERSATION_COUNT ? SLOW_POLL_MS : POLL_MS;
}

/** Milliseconds from creation to the end; null before. */
export function getDurationMs({ created_at, completed_at }: Experiment): number | null {
  return completed_at === null ? null : Date.parse(completed_at) - Date.parse(created_at);
}

/** How many conversations two experiments share. */
export function countSharedConversations(one: Experiment, other: Experiment): number {
  const ids = new Set(one.conversation_ids);
  return (other.conversation_ids ?? []).filter((id) => ids.has(id)).length;
}
