import { type Experiment, type ExperimentItem, openExperimentStatuses } from '../store/experiment';

type OrderedItem = Pick<ExperimentItem, 'id' | 'position' | 'executionNumber'>;

/**
 * Items in the order in which they start: random within each execution with a stopping rule, as ids are hashes; else
 * that of positions.
 */
export function sortByStart<Item extends OrderedItem>(
  items: readonly Item[],
  { stopWhen }: Pick<Experiment, 'stopWhen'>,
): Item[] {
  const byPosition = (one: Item, other: Item) => one.position - other.position;
  const byId = (one: Item, other: Item) =>
    one.executionNumber - other.executionNumber || (one.id < other.id ? -1 : 1);
  return [...items].sort(stopWhen === null ? byPosition : byId);
}

/**
 * Whether the number of its pairs depends on what they show: it is running, its decision has ended it or the experiment
 * whose replies it judges, or its results were there when conversations were added.
 */
export function isReadEarly({
  status,
  decision,
  conversationsAddedAt,
  isSourceDecided,
}: Pick<Experiment, 'status' | 'decision' | 'conversationsAddedAt' | 'isSourceDecided'>): boolean {
  if (openExperimentStatuses.includes(status)) return true;
  return decision !== null || conversationsAddedAt !== null || isSourceDecided;
}
