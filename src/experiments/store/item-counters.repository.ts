import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../../../packages/concurrency';
import { inTransaction } from '../../platform/mongo/connection';
import { driverCollection, inSession } from '../../platform/mongo/driver';
import { type ExperimentItem, type ItemStatus, openItemStatuses } from './experiment';
import { itemCollection, type StoredItem } from './experiment.model';
import { type EndedItem, ItemCounters, type OpenCounts } from './item-counters';
import { ItemCountersModel, type StoredCounters } from './item-counters.model';

/** Ended items per transaction. */
export const COUNT_BATCH_SIZE = 500;

const endedItemStatuses: ItemStatus[] = ['completed', 'failed', 'skipped'];
// Hinted: the planner caches a plan with another index, which is as good only for an experiment with few
// ended items.
const uncountedIndex = { experimentId: 1, isCounted: 1, status: 1 } as const;
const statusIndex = { experimentId: 1, status: 1, position: 1 } as const;
const tallyFields = {
  _id: 1,
  experimentId: 1,
  status: 1,
  reply: 1,
  baseline: 1,
  evaluationsExpected: 1,
  evaluationsReceived: 1,
} as const;

export type UncountedItem = EndedItem & Pick<StoredItem, '_id' | 'experimentId'>;

function countersCollection() {
  return driverCollection<StoredCounters>(ItemCountersModel);
}

export async function insertCounters(
  experimentId: string,
  counters: ItemCounters,
  session?: ClientSession,
): Promise<void> {
  await countersCollection().insertOne(
    { _id: experimentId, counters: counters.toText() },
    inSession(session),
  );
}

/** Counters by experiment. Scoped by the experiments, whose ids are those of the counters. */
export async function findCounters(
  experimentIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, ItemCounters>> {
  const counters = await countersCollection()
    .find({ _id: { $in: [...experimentIds] } }, { session })
    .toArray();
  return new Map(counters.map(({ _id, counters }) => [_id, ItemCounters.fromText(counters)]));
}

/** Counts open items that are not pending, by experiment. */
export async function countOpenItems(
  workspaceId: string,
  experimentIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, OpenCounts>> {
  const rows = await itemCollection()
    .aggregate<{ _id: { experimentId: string; status: keyof OpenCounts }; count: number }>(
      [
        {
          $match: {
            workspaceId,
            experimentId: { $in: [...experimentIds] },
            status: { $in: openItemStatuses.filter((status) => status !== 'pending') },
          },
        },
        { $group: { _id: { experimentId: '$experimentId', status: '$status' }, count: { $sum: 1 } } },
      ],
      { session, hint: statusIndex },
    )
    .toArray();
  const counts = new Map(
    experimentIds.map((id): [string, OpenCounts] => [id, { queued: 0, generating: 0, evaluating: 0 }]),
  );
  for (const { _id, count } of rows) {
    const ofExperiment = counts.get(_id.experimentId);
    if (ofExperiment !== undefined) ofExperiment[_id.status] = count;
  }
  return counts;
}

/** At most `limit` ended items of experiments that are not counted yet. */
export async function listUncounted(
  workspaceId: string,
  experimentIds: readonly string[],
  { limit, session }: { limit: number; session: ClientSession },
): Promise<UncountedItem[]> {
  const cursor = itemCollection()
    .find(
      // Null also matches a missing field, which it is until the item is counted.
      {
        workspaceId,
        experimentId: { $in: [...experimentIds] },
        status: { $in: endedItemStatuses },
        isCounted: null,
      },
      { session, hint: uncountedIndex },
    )
    .project<UncountedItem>(tallyFields)
    .limit(limit);
  return mapInSlices(cursor, (item) => item);
}

/**
 * Adds ended items to the counters of an experiment and marks them, in one transaction: each item is either
 * in the counters or returned by `listUncounted`, even after a crash. Concurrent transactions of one
 * experiment conflict on its counters, and the later one is retried. Returns the number of added items, at
 * most COUNT_BATCH_SIZE.
 */
export function countEndedItems(workspaceId: string, experimentId: string): Promise<number> {
  return inTransaction(async (session) => {
    const counters = (await findCounters([experimentId], session)).get(experimentId);
    const items = await listUncounted(workspaceId, [experimentId], { limit: COUNT_BATCH_SIZE, session });
    if (counters === undefined || items.length === 0) return 0;
    for (const item of items) counters.addEnded(item);
    await saveCounters(experimentId, counters, session);
    await itemCollection().updateMany(
      { _id: { $in: items.map(({ _id }) => _id) } },
      { $set: { isCounted: true } },
      { session },
    );
    return items.length;
  });
}

/** Adds new items to the counters of an experiment, in the transaction that inserts them. Scoped by the experiment. */
export async function countCreated(
  experimentId: string,
  items: readonly ExperimentItem[],
  session: ClientSession,
): Promise<void> {
  const counters = (await findCounters([experimentId], session)).get(experimentId);
  if (counters === undefined) return;
  for (const item of items) counters.addCreated(item);
  await saveCounters(experimentId, counters, session);
}

/** Removes the failed items from the counters, in the transaction that reopens them. Scoped by the experiment. */
export async function reopenCounted(experimentId: string, session: ClientSession): Promise<void> {
  const counters = (await findCounters([experimentId], session)).get(experimentId);
  if (counters === undefined) return;
  counters.reopenFailed();
  await saveCounters(experimentId, counters, session);
}

export async function deleteCounters(
  experimentIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  await countersCollection().deleteMany({ _id: { $in: [...experimentIds] } }, inSession(session));
}

async function saveCounters(
  experimentId: string,
  counters: ItemCounters,
  session: ClientSession,
): Promise<void> {
  await countersCollection().updateOne(
    { _id: experimentId },
    { $set: { counters: counters.toText() } },
    { session },
  );
}
