/**
 * Processes up to `limit` items concurrently; reads the next item when there is capacity. After an error no
 * more items are read, and the error is thrown once the items in progress have ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncGenerator<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const drain = async () => {
    for await (const item of items) await work(item); // an error that leaves the loop closes `items` for all
  };
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, drain));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
