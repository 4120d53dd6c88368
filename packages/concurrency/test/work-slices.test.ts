import { inSlice, isSliceOver, nextSlice, runInSlices } from '..';

/** Busy for about so many milliseconds, in steps of one. */
function* busySteps(milliseconds: number): Generator<undefined, number> {
  for (let step = 0; step < milliseconds; step += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
  return milliseconds;
}

it('lets one of many runs work per iteration of the event loop', async () => {
  const workers: Set<number>[] = [new Set()];
  function* steps(worker: number): Generator<undefined, number> {
    for (const step of busySteps(30)) {
      workers.at(-1)?.add(worker);
      yield step;
    }
    return worker;
  }

  let isRunning = true;
  const work = Promise.all(Array.from({ length: 30 }, (_, worker) => runInSlices(steps(worker))));
  const ended = work.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    await new Promise((resolve) => setImmediate(resolve));
    workers.push(new Set());
  }
  await ended;

  expect(await work).toHaveLength(30);
  expect(Math.max(...workers.map(({ size }) => size))).toBe(1);
});

it('ends work whose signal is aborted before its next slice', async () => {
  const stop = new AbortController();
  const work = runInSlices(busySteps(100_000), stop.signal);
  stop.abort(new Error('no caller waits for it'));

  await expect(work).rejects.toThrow('no caller waits for it');
});

it('returns whether a slice is over', async () => {
  await nextSlice();
  const isOverAtOnce = isSliceOver();
  const end = performance.now() + 20;
  while (performance.now() < end);

  expect([isOverAtOnce, isSliceOver()]).toEqual([false, true]);
});

it('runs other callbacks of the event loop between long jobs', async () => {
  const order: string[] = [];
  const jobs = ['first', 'second', 'third'].map((name) =>
    inSlice(() => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      order.push(name);
      if (name === 'first') setImmediate(() => order.push('other'));
    }),
  );
  await Promise.all(jobs);

  expect(order).toEqual(['first', 'second', 'other', 'third']);
});

it('rejects with what a job throws and runs the next', async () => {
  const failing = inSlice(() => {
    throw new Error('at fault');
  });
  const next = inSlice(() => 'done');

  await expect(failing).rejects.toThrow('at fault');
  await expect(next).resolves.toBe('done');
});
