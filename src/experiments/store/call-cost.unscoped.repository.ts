import { CallCostModel } from './call-cost.model';
import { sumOfCents } from './call-cost.repository';

/** US cents of all tries of all items in one execution of an experiment. */
export async function sumExecutionCostsUnscoped(
  experimentId: string,
  executionNumber: number,
): Promise<number> {
  const [sum] = await CallCostModel.aggregate<{ cents: number }>([
    { $match: { experimentId, executionNumber } },
    { $group: { _id: null, cents: { $sum: sumOfCents } } },
  ]);
  return sum?.cents ?? 0;
}

/** US cents of all tries of an item in one execution of its experiment. */
export async function sumItemCostsUnscoped(itemId: string, executionNumber: number): Promise<number> {
  const [sum] = await CallCostModel.aggregate<{ cents: number }>([
    { $match: { itemId, executionNumber } },
    { $group: { _id: null, cents: { $sum: sumOfCents } } },
  ]);
  return sum?.cents ?? 0;
}
