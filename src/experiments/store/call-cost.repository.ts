import type { ClientSession } from 'mongoose';
import { createBatcher } from '../../platform/mongo/batcher';
import { driverCollection } from '../../platform/mongo/driver';
import { type CallCost, CallCostModel } from './call-cost.model';
import type { CostSums } from './costs';

const SAVE_BATCH_SIZE = 50;

/** The cost of one try, in an aggregation. */
export const sumOfCents = { $add: ['$knownCents', '$estimatedCents'] };

function collection() {
  return driverCollection<CallCost>(CallCostModel);
}

const hasCost = ({ knownCents, estimatedCents, ...cost }: Omit<CallCost, '_id'>): boolean =>
  knownCents + estimatedCents + cost.unpricedGenerations + cost.unpricedJudgments + cost.unpricedWasted > 0;

/** Replaces the cost of a try; deletes it if it is zero. Concurrent calls share round trips. */
export const saveCallCost: (cost: CallCost) => Promise<void> = createBatcher(
  { limit: SAVE_BATCH_SIZE },
  async (costs: CallCost[]) => {
    await collection().bulkWrite(
      costs.map(({ _id, ...cost }) =>
        hasCost(cost)
          ? { updateOne: { filter: { _id }, update: { $set: cost }, upsert: true } }
          : { deleteOne: { filter: { _id } } },
      ),
    );
    return costs.map(() => undefined);
  },
);

/** In an aggregation: the sums over tries. */
const sums = {
  totalCents: { $sum: sumOfCents },
  generationCents: { $sum: '$generationCents' },
  judgingCents: { $sum: '$judgingCents' },
  unpricedGenerations: { $sum: '$unpricedGenerations' },
  unpricedJudgments: { $sum: '$unpricedJudgments' },
  unpricedWasted: { $sum: '$unpricedWasted' },
};

/**
 * The costs of each experiment so far, over all its executions. Scoped by the experiments: the index covers the
 * query, and a filter by workspace would read each document.
 */
export function sumExperimentCosts(experimentIds: readonly string[]): Promise<Map<string, CostSums>> {
  return sumBy('experimentId', { experimentId: { $in: [...experimentIds] } });
}

/** The costs of items, over all executions. */
export function sumItemCosts(
  workspaceId: string,
  itemIds: readonly string[],
): Promise<Map<string, CostSums>> {
  return sumBy('itemId', { itemId: { $in: [...itemIds] }, workspaceId });
}

async function sumBy(
  field: 'experimentId' | 'itemId',
  filter: Record<string, unknown>,
): Promise<Map<string, CostSums>> {
  const costs = await collection()
    .aggregate<CostSums & { _id: string }>([{ $match: filter }, { $group: { _id: `$${field}`, ...sums } }])
    .toArray();
  return new Map(costs.map(({ _id, ...costs }) => [_id, costs]));
}

export async function deleteCallCosts(experimentId: string, session: ClientSession): Promise<void> {
  await collection().deleteMany({ experimentId }, { session });
}
