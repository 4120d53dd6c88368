import { pollMs, pollWhile } from '../../../api/polling';
import type { Experiment } from '../../../api/types';

/** Responses list every conversation id. */
const LARGE_CONVERSATION_COUNT = 2000;

/** Whether its workflow is running. */
export function isOpen({ status }: Pick<Experiment, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Returns completed and failed items out of all. */
export function getProgress({ status_summary: { completed, failed, total } }: Experiment) {
  return { done: completed + failed, failed, total };
}

/** The `refetchInterval` of a response with these experiments. */
export function pollWhileOpen(experiments: readonly Experiment[]): number | false {
  const conversations = experiments.reduce((sum, { total_items_count: count }) => sum + count, 0);
  const isLarge = conversations > LARGE_CONVERSATION_COUNT;
  return pollWhile(experiments.some(isOpen), isLarge ? pollMs.large : pollMs.progress);
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
