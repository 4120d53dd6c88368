/**
 * Works on up to `limit` items at once and yields the results in the order of the items, each as soon as it and
 * all before it are there. No item is taken while there is no room, so a slow reader slows the source. When the
 * source fails, what it gave before is finished first; when `work` fails, its error is thrown in its turn.
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
    // Not awaited: a source that waits for input, as a terminal does, would hold the reader up.
    source.return?.().catch(() => undefined);
  }
  if (failures.length > 0) throw failures[0];
}

/** A failure is thrown when it is its turn; until then nobody listens, and that is no fault. */
function started<Result>(result: Promise<Result>): Promise<Result> {
  result.catch(() => undefined);
  return result;
}

/** Whether `first` settles before `second` does. */
function isFirst(first: Promise<unknown>, second: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, answer: boolean) =>
    promise.then(
      () => answer,
      () => answer,
    );
  return Promise.race([settled(first, true), settled(second, false)]);
}
