/**
 * Works on at most `limit` items at a time; each is taken from `items` when there is room for it. After a failure
 * no item is taken any more, and what is under way ends before the failure is thrown.
 */
export async function forEachConcurrently<T>(
  items: AsyncGenerator<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const drain = async () => {
    for await (const item of items) await work(item); // leaving the loop by an error closes `items` for all
  };
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, drain));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
