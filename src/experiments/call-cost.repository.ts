import type { ClientSession } from 'mongoose';
import { createBatcher } from '../platform/mongo/batcher';
import { driverCollection } from '../platform/mongo/driver';
import { type CallCost, CallCostModel } from './call-cost.model';

const SAVE_BATCH_SIZE = 50;

/** The cost of one try, in an aggregation. */
export const sumOfCents = { $add: ['$knownCents', '$estimatedCents'] };

function collection() {
  return driverCollection<CallCost>(CallCostModel);
}

/** Replaces the cost of a try; deletes it if it is zero. Concurrent calls share round trips. */
export const saveCallCost: (cost: CallCost) => Promise<void> = createBatcher(
  { limit: SAVE_BATCH_SIZE },
  async (costs: CallCost[]) => {
    await collection().bulkWrite(
      costs.map(({ _id, ...cost }) =>
        cost.knownCents === 0 && cost.estimatedCents === 0
          ? { deleteOne: { filter: { _id } } }
          : { updateOne: { filter: { _id }, update: { $set: cost }, upsert: true } },
      ),
    );
    return costs.map(() => undefined);
  },
);

/**
 * US cents of each experiment so far, over all its executions. Scoped by the experiments: the index covers the
 * query, and a filter by workspace would read each document.
 */
export async function sumExperimentCosts(experimentIds: readonly string[]): Promise<Map<string, number>> {
  const sums = await collection()
    .aggregate<{ _id: string; cents: number }>([
      { $match: { experimentId: { $in: [...experimentIds] } } },
      { $group: { _id: '$experimentId', cents: { $sum: sumOfCents } } },
    ])
    .toArray();
  return new Map(sums.map(({ _id, cents }) => [_id, cents]));
}

export async function deleteCallCosts(experimentId: string, session: ClientSession): Promise<void> {
  await collection().deleteMany({ experimentId }, { session });
}
