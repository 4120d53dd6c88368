import { slidingWindow } from '../../../workflows/sliding-window';

/** Work that ends on request. */
function makeWork(count: number) {
  const pending: (() => void)[] = [];
  let taken = 0;
  const next = async () => (taken < count ? taken++ : undefined);
  const work = () => new Promise<void>((resolve) => pending.push(resolve));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    next,
    work,
    inFlight: () => pending.length,
    taken: () => taken,
    async end(items: number) {
      for (const resolve of pending.splice(0, items)) resolve();
      await settle();
    },
    settle,
  };
}

it('widens and narrows with its limit as items end', async () => {
  const { next, work, inFlight, end, settle } = makeWork(100);
  let limit = 4;
  void slidingWindow(() => limit, next, work);
  await settle();
  expect(inFlight()).toBe(4);

  limit = 10;
  await end(1);
  expect(inFlight()).toBe(10);

  limit = 2;
  await end(5);
  expect(inFlight()).toBe(5);
  await end(5);
  expect(inFlight()).toBe(2);
});

it('ends without being exhausted when its limit falls to 0, and continues where it was', async () => {
  const { next, work, end, settle, taken } = makeWork(6);
  let limit = 2;
  const first = slidingWindow(() => limit, next, work);
  await settle();
  limit = 0;
  await end(2);
  expect(await first).toBe(false);
  expect(taken()).toBe(2);

  limit = 4;
  const second = slidingWindow(() => limit, next, work);
  await settle();
  await end(4);
  expect(await second).toBe(true);
});

it('waits for what is in flight before it rejects, and opens no new lane meanwhile', async () => {
  const { next, work, end, inFlight, settle } = makeWork(100);
  let isFirst = true;
  const failing = async () => {
    if (!isFirst) return work();
    isFirst = false;
    throw new Error('the first one fails');
  };
  const ended = slidingWindow(() => 3, next, failing);
  const outcome = expect(ended).rejects.toThrow('the first one fails');
  await settle();
  expect(inFlight()).toBe(2);

  for (let round = 0; round < 60; round += 1) await end(2);
  await outcome;
});
