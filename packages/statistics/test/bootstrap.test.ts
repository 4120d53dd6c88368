import { bootstrapMean, expandedTail, resamplesOf, seededRandom } from '..';

/** The means of all size^size resamples, each as likely as any other. */
function everyResampledMean(values: number[]): number[] {
  let sums = [0];
  for (const _drawn of values) sums = sums.flatMap((sum) => values.map((value) => sum + value));
  return sums.map((sum) => sum / values.length).sort((left, right) => left - right);
}

const at = (sorted: number[], probability: number) =>
  sorted[Math.floor(sorted.length * probability)] as number;

describe('bootstrapMean', () => {
  it('is null for no value', async () => {
    expect(await bootstrapMean([], 'seed')).toBeNull();
  });

  it('is a point if all values are equal', async () => {
    expect(await bootstrapMean([-2, -2, -2], 'seed')).toEqual({ low: -2, high: -2, resamples: 10_000 });
  });

  it('is deterministic for a seed, in any order of the values', async () => {
    const values = [3, -1, 0, 0, 2, -4, 1, 0];

    const interval = await bootstrapMean(values, 'seed');

    expect(await bootstrapMean([...values].reverse(), 'seed')).toEqual(interval);
  });

  it.each([[[0, 1, -1, 4, 0, -2]], [[5, 0, 0, 0, 0, 0, 0]], [[-10, -7, 3, 8, 1, 2, 20]]])(
    'agrees with all possible resamples of %j, at the expanded percentiles',
    async (values) => {
      const means = everyResampledMean(values);

      const interval = await bootstrapMean(values, 'seed');

      const tail = expandedTail(values.length);
      // Four standard deviations of the share of 10,000 resamples below the quantile.
      const off = 4 * Math.sqrt((tail * (1 - tail)) / 10_000);
      expect(interval?.low).toBeGreaterThanOrEqual(at(means, tail - off));
      expect(interval?.low).toBeLessThanOrEqual(at(means, tail + off));
      expect(interval?.high).toBeGreaterThanOrEqual(at(means, 1 - tail - off));
      expect(interval?.high).toBeLessThanOrEqual(at(means, 1 - tail + off));
    },
  );

  it('is that of the numbers in another unit, in that unit', async () => {
    const cents = [3, -1, 0, 0, 2, -4, 1, 12, 8, 1];

    const interval = await bootstrapMean(cents, 'seed');
    const inDollars = await bootstrapMean(
      cents.map((cent) => cent / 1024),
      'seed',
    );

    expect(interval?.low).toBeLessThan(Number(interval?.high));
    expect(inDollars).toEqual({
      low: Number(interval?.low) / 1024,
      high: Number(interval?.high) / 1024,
      resamples: 10_000,
    });
  });

  it('contains the true mean in about 95% of samples', async () => {
    const random = seededRandom('samples');
    const sampled = async (sample: number) => {
      const values = Array.from({ length: 40 }, () => (random() % 5) - 2); // -2 to 2, mean 0
      const interval = await bootstrapMean(values, `sample ${sample}`);
      return interval !== null && interval.low <= 0 && 0 <= interval.high;
    };

    const covered = (await Promise.all(Array.from({ length: 200 }, (_, index) => sampled(index)))).filter(
      (isCovered) => isCovered,
    ).length;

    expect(covered / 200).toBeGreaterThan(0.89);
    expect(covered / 200).toBeLessThan(0.99);
  });

  it('yields to the event loop while it resamples 10,000 values', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => (index % 7) - 3);
    let turns = 0;
    const counter = setInterval(() => {
      turns += 1;
    }, 0);

    const interval = await bootstrapMean(values, 'seed');
    clearInterval(counter);

    expect(interval?.resamples).toBe(2000);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('resamplesOf', () => {
  it.each([
    [1, 10_000],
    [2000, 10_000],
    [5000, 4000],
    [10_000, 2000],
    [100_000, 1000],
  ])('resamples %i values %i times', (size, expected) => {
    expect(resamplesOf(size)).toBe(expected);
  });
});

describe('expandedTail', () => {
  // 2.5% of the normal distribution, moved to the quantiles of Student's t by hand with published tables.
  it.each([
    [1, 0],
    [2, 0],
    [6, 0.00242],
    [20, 0.01586],
    [200, 0.02402],
    [10_000, 0.02498],
  ])('of %i values is %d', (size, expected) => {
    expect(expandedTail(size)).toBeCloseTo(expected, 4);
  });
});

describe('seededRandom', () => {
  it('repeats itself for a seed and differs between seeds', () => {
    const draw = (seed: string) => Array.from({ length: 20 }, seededRandom(seed));

    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('fills all of 256 equal ranges evenly', () => {
    const random = seededRandom('uniform');
    const counts = new Array<number>(256).fill(0);
    for (let drawn = 0; drawn < 256_000; drawn += 1) {
      const range = random() >>> 24;
      counts[range] = (counts[range] ?? 0) + 1;
    }

    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);

    expect(chiSquare).toBeGreaterThan(170); // 255 degrees of freedom: mean 255, standard deviation 22.6
    expect(chiSquare).toBeLessThan(345);
  });
});
