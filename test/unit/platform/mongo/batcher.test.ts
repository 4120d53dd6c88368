import mongoose from 'mongoose';
import { createBatcher, shareReads } from '../../../../src/platform/mongo/batcher';

/** Work whose runs end when the test releases them. */
function makeHeldWork() {
  const runs: { inputs: number[]; end: () => void; fail: (error: unknown) => void }[] = [];
  const work = (inputs: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      runs.push({ inputs, end: () => resolve(inputs.map((input) => input * 10)), fail: reject });
    });
  return { work, runs };
}

/** What was called before has begun by then, however slow the machine is. */
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('createBatcher', () => {
  it('gives calls of one turn to one run and each its own output', async () => {
    const inputs: number[][] = [];
    const double = createBatcher({ limit: 10 }, async (numbers: number[]) => {
      inputs.push(numbers);
      return numbers.map((number) => number * 2);
    });

    const outputs = await Promise.all([double(1), double(2), double(3)]);

    expect(outputs).toEqual([2, 4, 6]);
    expect(inputs).toEqual([[1, 2, 3]]);
  });

  it('lets a call that comes during a run wait for the next one', async () => {
    const { work, runs } = makeHeldWork();
    const batched = createBatcher({ limit: 10 }, work);

    const first = batched(1);
    await nextTurn();
    const later = Promise.all([batched(2), batched(3)]);
    await nextTurn();
    const begunMeanwhile = runs.length;
    runs[0]?.end();
    await first;
    await nextTurn();
    runs[1]?.end();

    expect(begunMeanwhile).toBe(1);
    expect(await later).toEqual([20, 30]);
    expect(runs.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]]);
  });

  it('gives a run no more than the limit', async () => {
    const sizes: number[] = [];
    const batched = createBatcher({ limit: 2 }, async (inputs: number[]) => {
      sizes.push(inputs.length);
      return inputs;
    });

    await Promise.all([1, 2, 3, 4, 5].map(batched));

    expect(sizes).toEqual([2, 2, 1]);
  });

  it('fails only the call that is at fault', async () => {
    const batched = createBatcher({ limit: 10 }, async (inputs: number[]) => {
      if (inputs.includes(2)) throw new Error('two is refused');
      return inputs;
    });

    const outcomes = await Promise.allSettled([1, 2, 3].map(batched));

    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('two is refused') },
      { status: 'fulfilled', value: 3 },
    ]);
  });

  it('fails all calls of a run at once when the database is away', async () => {
    const outage = new mongoose.mongo.MongoNetworkError('connection closed');
    const { work, runs } = makeHeldWork();
    const batched = createBatcher({ limit: 10 }, work);

    const calls = Promise.allSettled([batched(1), batched(2)]);
    await nextTurn();
    runs[0]?.fail(outage);

    expect(await calls).toEqual([1, 2].map(() => ({ status: 'rejected', reason: outage })));
    expect(runs).toHaveLength(1);
  });
});

describe('shareReads', () => {
  it('reads a key once for all who ask together', async () => {
    const asked: string[] = [];
    const read = shareReads(async (key) => {
      asked.push(key);
      return key.toUpperCase();
    });

    const responses = await Promise.all([read('a'), read('b'), read('a')]);

    expect(responses).toEqual(['A', 'B', 'A']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('never returns a read that began before the call', async () => {
    let stored = 'old';
    const read = shareReads(async () => {
      const seen = stored;
      await nextTurn();
      return seen;
    });

    const before = read('key');
    await new Promise(setImmediate);
    stored = 'new';
    const after = read('key');

    expect(await before).toBe('old');
    expect(await after).toBe('new');
  });
});
