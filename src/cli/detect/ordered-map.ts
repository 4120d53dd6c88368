/**
 * Processes up to `limit` items concurrently and yields the results in the order of the items, each as soon
 * as it and all before it are available. Reads an item only when there is capacity, so a slow reader slows
 * the source. When the source fails, earlier items are finished first; when `work` fails, its error is thrown
 * in order.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const underWay: Promise<Result>[] = [];
  const failures: unknown[] = [];
  const take = (): Promise<IteratorResult<Item, unknown>> =>
    source.next().catch((error: unknown) => {
      failures.push(error);
      return { done: true, value: undefined };
    });
  let upcoming: ReturnType<typeof take> | null = take();
  try {
    for (;;) {
      const oldest = underWay[0];
      const hasRoom = upcoming !== null && underWay.length < limit;
      if (upcoming !== null && hasRoom && (oldest === undefined || (await isFirst(upcoming, oldest)))) {
        const next: IteratorResult<Item, unknown> = await upcoming;
        if (!next.done) underWay.push(started(work(next.value)));
        upcoming = next.done ? null : take();
      } else if (oldest !== undefined) {
        yield await oldest;
        underWay.shift();
      } else {
        break;
      }
    }
  } finally {
    // Not awaited: a source that waits for input, such as a terminal, would block the reader.
    source.return?.().catch(() => undefined);
  }
  if (failures.length > 0) throw failures[0];
}

/** An error is thrown in order; until then, its rejection must not count as unhandled. */
function started<Result>(result: Promise<Result>): Promise<Result> {
  result.catch(() => undefined);
  return result;
}

/** Whether `first` resolves or rejects before `second`. */
function isFirst(first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, value: boolean) =>
    promise.then(
      () => value,
      () => value,
    );
  return Promise.race([settled(first, true), settled(second, false)]);
}
