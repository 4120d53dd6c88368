import { groupBy } from '../../platform/group-by';
import { withSnapshot } from '../../platform/mongo/snapshot';
import type { Tally } from './experiment';
import type { ExperimentKey } from './item.repository';
import { ItemCounters } from './item-counters';
import {
  COUNT_BATCH_SIZE,
  countEndedItems,
  countOpenItems,
  findCounters,
  listUncounted,
} from './item-counters.repository';

/** A worker counts the ended items of an experiment after each batch of this many tries. */
const COUNT_INTERVAL = 100;
/** A query adds up to this many uncounted items itself; if there are more, it counts them first. */
const MAX_UNCOUNTED = 300;

/**
 * Computes the numbers of running experiments, all from one snapshot. The cost does not depend on the number
 * of ended or pending items.
 */
export async function tallyRunning(
  workspaceId: string,
  experimentIds: readonly string[],
): Promise<Map<string, Tally>> {
  if (experimentIds.length === 0) return new Map();
  for (;;) {
    const { tallies, behind } = await readRunning(workspaceId, experimentIds);
    if (tallies !== null) return tallies;
    for (const id of behind) {
      while ((await countEndedItems(workspaceId, id)) === COUNT_BATCH_SIZE);
    }
  }
}

/** The same of one experiment, also when all of its items have ended. */
export async function tallyExperiment({ id, workspaceId }: ExperimentKey): Promise<Tally> {
  return (await tallyRunning(workspaceId, [id])).get(id) as Tally;
}

interface RunningRead {
  /** Null if counters must be updated first. */
  tallies: Map<string, Tally> | null;
  /** Experiments with too many uncounted items. */
  behind: string[];
}

function readRunning(workspaceId: string, experimentIds: readonly string[]): Promise<RunningRead> {
  return withSnapshot(async (session) => {
    const counters = await findCounters(experimentIds, session);
    const limit = MAX_UNCOUNTED * experimentIds.length;
    const uncounted = groupBy(
      await listUncounted(workspaceId, experimentIds, { limit: limit + 1, session }),
      ({ experimentId }) => experimentId,
    );
    const behind = [...uncounted].filter(([, items]) => items.length > MAX_UNCOUNTED).map(([id]) => id);
    if (behind.length > 0) return { tallies: null, behind };
    const open = await countOpenItems(workspaceId, experimentIds, session);
    const tallies = new Map<string, Tally>();
    for (const id of experimentIds) {
      // None if it is being deleted.
      const ofExperiment = counters.get(id) ?? ItemCounters.none();
      for (const item of uncounted.get(id) ?? []) ofExperiment.addEnded(item);
      tallies.set(id, ofExperiment.tally(open.get(id) ?? { queued: 0, generating: 0, evaluating: 0 }));
    }
    return { tallies, behind };
  });
}

const endedSince = new Map<string, number>();

/**
 * Counts the ended items of an experiment after every COUNT_INTERVAL calls; must be called for each ended
 * try.
 */
export async function countEndedTry(workspaceId: string, experimentId: string): Promise<void> {
  const endedCount = (endedSince.get(experimentId) ?? 0) + 1;
  if (endedCount < COUNT_INTERVAL) {
    endedSince.set(experimentId, endedCount);
    return;
  }
  endedSince.delete(experimentId);
  // A failure is harmless and must not fail the try: queries add the uncounted items, and the next batch
  // counts them.
  await countEndedItems(workspaceId, experimentId).catch(() => undefined);
}
