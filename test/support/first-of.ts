/** @throws Error for an empty list. */
export function firstOf<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}
