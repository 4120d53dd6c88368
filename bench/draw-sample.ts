import type { Random } from './analytics/random';

/** A uniform random sample without replacement, and the rest. */
export function drawSample<Item>(
  population: readonly Item[],
  size: number,
  random: Random,
): [Item[], Item[]] {
  const items = [...population];
  for (let index = 0; index < size; index += 1) {
    const other = index + random.below(items.length - index);
    [items[index], items[other]] = [items[other] as Item, items[index] as Item];
  }
  return [items.slice(0, size), items.slice(size)];
}
