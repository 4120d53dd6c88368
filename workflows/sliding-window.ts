/**
 * Runs `work` over what `next` yields, at most `limit` at a time, until `next` yields undefined. Resolves
 * or rejects only when nothing is in flight any more, so that no write can follow it.
 */
export async function slidingWindow<Item>(
  limit: number,
  next: () => Promise<Item | undefined>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const lane = async () => {
    for (let item = await next(); item !== undefined; item = await next()) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: limit }, lane));
  const failed = lanes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
