/** How many of the items are in the set. */
export const countShared = <Item>(items: Iterable<Item>, set: ReadonlySet<Item>): number =>
  [...items].filter((item) => set.has(item)).length;
