import { setImmediate as turn } from 'node:timers/promises';
import { forEachConcurrently } from '../../../../src/cli/demo/check-conversations';

async function* numbersTo(last: number, taken: number[] = []): AsyncGenerator<number> {
  for (let number = 1; number <= last; number += 1) {
    taken.push(number);
    yield number;
  }
}

describe('forEachConcurrently', () => {
  it('works on every item once, never on more than the limit at a time', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;

    await forEachConcurrently(numbersTo(20), 3, async (number) => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      done.push(number);
    });

    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(most).toBe(3);
  });

  it('takes no more items after a failure and waits for what is under way', async () => {
    const taken: number[] = [];
    const finished: number[] = [];
    const work = forEachConcurrently(numbersTo(100, taken), 2, async (number) => {
      if (number === 2) throw new Error('no. 2 is broken');
      await turn();
      finished.push(number);
    });

    await expect(work).rejects.toThrow('no. 2 is broken');

    expect(taken.length).toBeLessThan(5);
    expect(finished).toEqual(taken.filter((number) => number !== 2));
  });

  it('throws what the source throws', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error('the source is broken');
    }

    await expect(forEachConcurrently(broken(), 4, async () => undefined)).rejects.toThrow(
      'the source is broken',
    );
  });
});
