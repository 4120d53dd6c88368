/**
 * Runs `work` over what `next` yields until it yields undefined, at most `limit()` at a time; the limit may change with
 * each item that is done. Resolves or rejects only when nothing is in flight any more, so that no write can follow it.
 * Returns whether `next` has yielded undefined: false means that the limit has fallen to 0 before.
 */
export async function slidingWindow<Item>(
  limit: () => number,
  next: () => Promise<Item | undefined>,
  work: (item: Item) => Promise<void>,
): Promise<boolean> {
  const lanes: Promise<void>[] = [];
  const failures: unknown[] = [];
  let active = 0;
  let isExhausted = false;

  async function lane(): Promise<void> {
    try {
      while (active <= limit()) {
        const item = await next();
        if (item === undefined) {
          isExhausted = true;
          return;
        }
        await work(item);
        openLanes();
      }
    } catch (error) {
      failures.push(error);
    } finally {
      active -= 1; // immediately: of lanes that end together only as many as are too many may close
    }
  }

  function openLanes(): void {
    while (active < limit() && !isExhausted && failures.length === 0) {
      active += 1;
      lanes.push(lane());
    }
  }

  openLanes();
  // Lanes are opened while others are awaited, so the list grows as it is gone through.
  for (const ended of lanes) await ended;
  if (failures.length > 0) throw failures[0];
  return isExhausted;
}
