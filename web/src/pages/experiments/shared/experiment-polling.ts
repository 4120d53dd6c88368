import { pollMs, pollWhile } from '../../../api/polling';
import type { Experiment } from '../../../api/types';
import { isOpen } from './experiment-state';

/** Responses list every conversation id. */
const LARGE_CONVERSATION_COUNT = 2000;

/** The `refetchInterval` of a response with these experiments. */
export function pollWhileOpen(experiments: readonly Experiment[]): number | false {
  const conversations = experiments.reduce((sum, { total_items_count: count }) => sum + count, 0);
  const isLarge = conversations > LARGE_CONVERSATION_COUNT;
  return pollWhile(experiments.some(isOpen), isLarge ? pollMs.large : pollMs.progress);
}
