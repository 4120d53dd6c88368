import { sumItemCosts } from './call-cost.repository';
import { type Costs, noCosts, splitCosts } from './costs';
import type { Experiment, ExperimentItem } from './experiment';

/** An item with the costs of its model calls, in all executions. */
export interface ItemView extends ExperimentItem {
  costs: Costs;
}

export async function viewItems(
  { workspaceId, isPassThrough }: Pick<Experiment, 'workspaceId' | 'isPassThrough'>,
  items: readonly ExperimentItem[],
): Promise<ItemView[]> {
  const sums = await sumItemCosts(
    workspaceId,
    items.map(({ id }) => id),
  );
  return items.map((item) => {
    const ofItem = sums.get(item.id) ?? noCosts;
    const costs = splitCosts(ofItem.totalCents, ofItem);
    const generationCents = costs.generationCents ?? replyCents(item, isPassThrough);
    return { ...item, costs: { ...costs, generationCents } };
  });
}

/** The generation cost of an item of an earlier version, from its reply; null without one. */
function replyCents({ reply }: ExperimentItem, isPassThrough: boolean): number | null {
  if (isPassThrough) return 0;
  return reply.costUsd === null ? null : reply.costUsd * 100;
}
