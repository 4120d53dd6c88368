import { type Experiment, type ExperimentItem, openExperimentStatuses } from './experiment';

/** Items in the order in which they start: random with a stopping rule, as ids are hashes; else that of positions. */
export function sortByStart<Item extends Pick<ExperimentItem, 'id' | 'position'>>(
  items: readonly Item[],
  { stopWhen }: Pick<Experiment, 'stopWhen'>,
): Item[] {
  const byPosition = (one: Item, other: Item) => one.position - other.position;
  const byId = (one: Item, other: Item) => (one.id < other.id ? -1 : 1);
  return [...items].sort(stopWhen === null ? byPosition : byId);
}

/** Whether the number of its pairs depends on what they show: it is running, or its decision has ended it. */
export function isReadEarly({ status, decision }: Pick<Experiment, 'status' | 'decision'>): boolean {
  return openExperimentStatuses.includes(status) || decision !== null;
}
