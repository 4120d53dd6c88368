import type { ClientSession } from 'mongoose';
import { createBatcher } from '../platform/mongo/batcher';
import { type CallCost, CallCostModel } from './call-cost.model';

const SAVE_BATCH_SIZE = 50;

function collection() {
  return CallCostModel.db.collection<CallCost>(CallCostModel.collection.name);
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

/** US cents of all tries of an item in one execution of its experiment. */
export async function sumItemCosts(itemId: string, executionNumber: number): Promise<number> {
  return (await sumCosts({ itemId, executionNumber }, null)).get(null) ?? 0;
}

/** US cents of each experiment so far, over all its executions. */
export function sumExperimentCosts(experimentIds: readonly string[]): Promise<Map<string | null, number>> {
  return sumCosts({ experimentId: { $in: [...experimentIds] } }, '$experimentId');
}

export async function deleteCallCosts(experimentId: string, session: ClientSession): Promise<void> {
  await collection().deleteMany({ experimentId }, { session });
}

async function sumCosts(filter: object, by: string | null): Promise<Map<string | null, number>> {
  const sums = await collection()
    .aggregate<{ _id: string | null; cents: number }>([
      { $match: filter },
      { $group: { _id: by, cents: { $sum: { $add: ['$knownCents', '$estimatedCents'] } } } },
    ])
    .toArray();
  return new Map(sums.map(({ _id, cents }) => [_id, cents]));
}
