import { isSliceOver, nextSlice } from './work-slices';

/**
 * Collects the items of a generator in slices of work.
 * @throws the reason of an aborted signal
 */
export async function collectInSlices<Item>(items: Iterable<Item>, signal: AbortSignal): Promise<Item[]> {
  const collected: Item[] = [];
  await nextSlice(signal);
  for (const item of items) {
    collected.push(item);
    if (isSliceOver()) await nextSlice(signal);
  }
  return collected;
}

/** Maps items, for example the documents of a cursor, in slices of work. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const item of items) {
    if (isSliceOver()) await nextSlice();
    results.push(map(item as Item));
  }
  return results;
}
