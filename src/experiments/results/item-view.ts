import { sumItemCosts } from '../store/call-cost.repository';
import { type Costs, splitCosts } from '../store/costs';
import type { ExperimentItem } from '../store/experiment';

/** An item with the costs of its model calls, in all executions. */
export interface ItemView extends ExperimentItem {
  costs: Costs;
}

export async function viewItems(workspaceId: string, items: readonly ExperimentItem[]): Promise<ItemView[]> {
  const sums = await sumItemCosts(
    workspaceId,
    items.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, costs: splitCosts(sums.get(item.id)) }));
}
