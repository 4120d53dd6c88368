import { isSliceOver, nextSlice } from '../../packages/concurrency';
import { groupBy } from '../platform/group-by';
import { sampleRank } from '../platform/sample-rank';

/** Something that can be drawn, with what its stratum has in common. */
export interface Drawable {
  id: string;
  stratum: string;
}

/**
 * Draws `size` items without replacement, or all if there are fewer: from each stratum in proportion to its size, those
 * with the lowest sample ranks. The result has the order of the items, and depends on nothing but the
 * set of items, `size` and `seed`.
 */
export async function drawStratified<Item extends Drawable>(
  items: readonly Item[],
  size: number,
  seed: string,
): Promise<Item[]> {
  if (items.length <= size) return [...items];
  const strata = [...groupBy(items, ({ stratum }) => stratum)].map(([name, members]) => ({ name, members }));
  const quotas = allocate(
    strata.map(({ name, members }) => ({ name, count: members.length })),
    size,
  );
  const sample = new Set<Item>();
  for (const { name, members } of strata) {
    for (const item of (await byRank(members, seed)).slice(0, quotas.get(name))) sample.add(item);
  }
  return items.filter((item) => sample.has(item));
}

/** Seats by largest remainder; equal remainders go to the stratum whose name comes first. */
export function allocate(
  strata: readonly { name: string; count: number }[],
  size: number,
): Map<string, number> {
  const total = strata.reduce((sum, { count }) => sum + count, 0);
  const shares = strata.map(({ name, count }) => {
    const product = size * count;
    return { name, whole: Math.floor(product / total), remainder: product % total };
  });
  let rest = size - shares.reduce((sum, { whole }) => sum + whole, 0);
  const quotas = new Map<string, number>();
  for (const { name, whole } of shares.toSorted(byRemainder)) {
    quotas.set(name, rest > 0 ? whole + 1 : whole);
    rest -= 1;
  }
  return quotas;
}

function byRemainder(
  one: { name: string; remainder: number },
  other: { name: string; remainder: number },
): number {
  return other.remainder - one.remainder || (one.name < other.name ? -1 : 1);
}

async function byRank<Item extends Drawable>(items: readonly Item[], seed: string): Promise<Item[]> {
  const ranked: { item: Item; rank: string }[] = [];
  for (const item of items) {
    if (isSliceOver()) await nextSlice();
    ranked.push({ item, rank: sampleRank(seed, item.id) });
  }
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ item }) => item);
}
