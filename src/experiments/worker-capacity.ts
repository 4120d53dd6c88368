import type { Client } from '@temporalio/client';
import { countPollers } from '../platform/temporal/pollers';
import type { ProviderConfig } from '../providers/provider-config';
import type { SlotCapacity } from './slot-shares';

/** The number of workers is asked for again after this time. */
const COUNT_VALID_MS = 15_000;
/** Items in flight for each permit: one beyond two calls waits in a slot, so that no permit is idle in between. */
const ITEMS_PER_PERMIT = 1.5;

/**
 * Returns what all workers of a task queue have together, given that each has the settings of this one. While Temporal
 * does not respond the last known number of workers counts, at first one.
 */
export function createCapacity(
  client: Client,
  taskQueue: string,
  { slots, providers }: { slots: number; providers: readonly ProviderConfig[] },
): () => Promise<SlotCapacity> {
  const permits = new Map(providers.map(({ name, maxConcurrency }) => [name, maxConcurrency]));
  let workers = 1;
  let countedAt = Number.NEGATIVE_INFINITY;

  return async () => {
    if (performance.now() - countedAt > COUNT_VALID_MS) {
      countedAt = performance.now();
      workers = Math.max(1, await countPollers(client, taskQueue).catch(() => workers));
    }
    return {
      slots: slots * workers,
      itemsOf: (provider) => Math.ceil((permits.get(provider) ?? slots) * ITEMS_PER_PERMIT) * workers,
    };
  };
}
