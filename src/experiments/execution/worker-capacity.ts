import type { Client } from '@temporalio/client';
import { countPollers } from '../../platform/temporal/pollers';
import type { ModelRegistry } from '../../providers/model-registry';
import type { SlotCapacity } from './slot-shares';

/** How long the number of workers is cached. */
const COUNT_VALID_MS = 15_000;
/**
 * Items in flight per permit: for two calls a third item waits in a slot, so that no permit is idle between
 * items.
 */
const ITEMS_PER_PERMIT = 1.5;

/**
 * Computes the capacity of all workers of a task queue, assuming that each is like this one.
 * While Temporal does not respond, the last known number of workers is used, initially one.
 */
export function createCapacity(
  client: Client,
  taskQueue: string,
  { slots, callsOf }: { slots: number } & Pick<ModelRegistry, 'callsOf'>,
): () => Promise<SlotCapacity> {
  let workers = 1;
  let countedAt = Number.NEGATIVE_INFINITY;

  return async () => {
    if (performance.now() - countedAt > COUNT_VALID_MS) {
      countedAt = performance.now();
      workers = Math.max(1, await countPollers(client, taskQueue).catch(() => workers));
    }
    return {
      slots: slots * workers,
      itemsOf: (provider) => Math.ceil((callsOf(provider) ?? slots) * ITEMS_PER_PERMIT) * workers,
    };
  };
}
