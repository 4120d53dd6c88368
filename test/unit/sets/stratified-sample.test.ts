import { allocate, drawStratified } from '../../../src/sets/stratified-sample';
import { fc } from '../../support/property';

const items = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 60 })
  .chain((ids) =>
    fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: ids.length, maxLength: ids.length })
      .map((strata) => ids.map((id, index) => ({ id, stratum: strata[index] as string }))),
  );

describe('allocate', () => {
  it('gives strata their share, and what remains to the largest remainders', () => {
    const strata = [
      { name: 'a', count: 60 },
      { name: 'b', count: 25 },
      { name: 'c', count: 15 },
    ];

    expect(Object.fromEntries(allocate(strata, 10))).toEqual({ a: 6, b: 3, c: 1 });
    expect(Object.fromEntries(allocate(strata, 100))).toEqual({ a: 60, b: 25, c: 15 });
  });

  it('is never more than a stratum has, and adds up', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, share) => {
        const strata = sizes.map((count, index) => ({ name: String(index), count }));
        const total = sizes.reduce((sum, count) => sum + count, 0);
        const size = Math.floor(share * total);

        const quotas = allocate(strata, size);

        expect([...quotas.values()].reduce((sum, quota) => sum + quota, 0)).toBe(size);
        for (const { name, count } of strata) {
          expect(quotas.get(name)).toBeLessThanOrEqual(count);
          expect(Math.abs((quotas.get(name) as number) - (size * count) / total)).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('drawStratified', () => {
  it('draws the same items in whatever order they come, without repetition', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.nat({ max: 70 }), fc.string(), async (all, size, seed) => {
        const drawn = await drawStratified(all, size, seed);
        const ofReversed = await drawStratified(all.toReversed(), size, seed);

        expect(drawn).toHaveLength(Math.min(size, all.length));
        expect(ofReversed.toReversed()).toEqual(drawn);
        expect(all.filter((item) => drawn.includes(item))).toEqual(drawn);
      }),
    );
  });

  it('draws every item of a stratum equally often over many seeds', async () => {
    const all = Array.from({ length: 10 }, (_, index) => ({ id: String(index), stratum: '' }));
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed += 1) {
      for (const { id } of await drawStratified(all, 3, String(seed)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    }

    // Each count is binomial with mean 600 and standard deviation 20.5; 100 is 4.9 of these.
    for (const count of counts.values()) expect(Math.abs(count - 600)).toBeLessThan(100);
    expect(counts.size).toBe(10);
  });
});
