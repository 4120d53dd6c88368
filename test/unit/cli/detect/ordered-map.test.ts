import { mapInOrder } from '../../../../src/cli/detect/ordered-map';
import { deferred } from '../../../support/deferred';

async function* from<T>(items: T[], failure?: Error): AsyncGenerator<T> {
  yield* items;
  if (failure !== undefined) throw failure;
}

async function collect<T>(results: AsyncIterable<T>, into: T[] = []): Promise<T[]> {
  for await (const result of results) into.push(result);
  return into;
}

describe('mapInOrder', () => {
  it('yields results in the order of the items, whichever is done first', async () => {
    const tasks = [deferred<string>(), deferred<string>(), deferred<string>()];
    const results = collect(
      mapInOrder(from([0, 1, 2]), 3, (index) => tasks[index]?.promise ?? Promise.reject()),
    );
    for (const index of [2, 0, 1]) tasks[index]?.resolve(`result ${index}`);

    expect(await results).toEqual(['result 0', 'result 1', 'result 2']);
  });

  it('works on no more than the limit at once, however slow the reader is', async () => {
    let taken = 0;
    const source = async function* () {
      for (let item = 0; item < 100; item += 1) {
        taken += 1;
        yield item;
      }
    };

    const results = mapInOrder(source(), 4, async (item) => item);
    await results.next();

    expect(taken).toBeLessThanOrEqual(6); // the one that was read, four under way and the next one
  });

  it('yields what is done while the source waits', async () => {
    const never = async function* () {
      yield 'first';
      await new Promise(() => undefined);
    };

    const { value } = await mapInOrder(never(), 8, async (item) => item).next();

    expect(value).toBe('first');
  });

  it('finishes what it has before it throws what the source threw', async () => {
    const done: number[] = [];
    const results = mapInOrder(from([1, 2, 3], new Error('torn')), 8, async (item) => item);

    await expect(collect(results, done)).rejects.toThrow('torn');
    expect(done).toEqual([1, 2, 3]);
  });

  it('throws what the work throws, in its turn', async () => {
    const done: number[] = [];
    const results = mapInOrder(from([1, 2, 3]), 8, async (item) => {
      if (item === 2) throw new Error('bad item');
      return item;
    });

    await expect(collect(results, done)).rejects.toThrow('bad item');
    expect(done).toEqual([1]);
  });
});
