/** The items in order, in pieces of at most `max`, in which an item counts `weightOf`; one that counts more is alone. */
export function inPieces<Item>(
  items: readonly Item[],
  max: number,
  weightOf: (item: Item) => number = () => 1,
): Item[][] {
  const pieces: Item[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const item of items) {
    weight += weightOf(item);
    if (weight > max) {
      pieces.push([]);
      weight = weightOf(item);
    }
    pieces.at(-1)?.push(item);
  }
  return pieces;
}
