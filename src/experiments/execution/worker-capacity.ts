import { countLiveWorkers } from '../../platform/temporal/live-workers';
import type { ModelRegistry } from '../../providers/model-registry';
import type { SlotCapacity } from './slot-shares';

/**
 * Items in flight per permit: for two calls a third item waits in a slot, so that no permit is idle between
 * items.
 */
const ITEMS_PER_PERMIT = 1.5;

/** Computes the capacity of all workers of a task queue, assuming that each is like this one, which always counts. */
export function createCapacity(
  taskQueue: string,
  { slots, callsOf }: { slots: number } & Pick<ModelRegistry, 'callsOf'>,
): () => Promise<SlotCapacity> {
  return async () => {
    const workers = Math.max(1, await countLiveWorkers(taskQueue));
    return {
      slots: slots * workers,
      itemsOf: (provider) => Math.ceil((callsOf(provider) ?? slots) * ITEMS_PER_PERMIT) * workers,
    };
  };
}
