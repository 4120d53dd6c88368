import { fc } from '../../../test/support/property';
import { mcNemarPValue } from '..';

/** The same sum in exact integers. */
function exactPValue(onlyInFirst: number, onlyInSecond: number): number {
  const discordant = onlyInFirst + onlyInSecond;
  let ways = 1n;
  let tail = 0n;
  for (let k = 0; k <= Math.min(onlyInFirst, onlyInSecond); k += 1) {
    tail += ways;
    ways = (ways * BigInt(discordant - k)) / BigInt(k + 1);
  }
  return Math.min(1, Number((2n * tail * 10n ** 40n) / 2n ** BigInt(discordant)) / 1e40);
}

describe('mcNemarPValue', () => {
  it.each([
    [8, 2, 0.109375],
    [0, 5, 0.0625],
    [1, 0, 1],
    [10, 0, 0.001953125],
    [0, 0, 1],
    [7, 7, 1],
    [3, 4, 1],
  ])('of %i and %i pairs is %f', (onlyInFirst, onlyInSecond, expected) => {
    expect(mcNemarPValue(onlyInFirst, onlyInSecond)).toBeCloseTo(expected, 14);
  });

  it.each([
    [4800, 5200],
    [4990, 5010],
    [4700, 5300],
  ])('stays exact for %i and %i pairs', (onlyInFirst, onlyInSecond) => {
    const expected = exactPValue(onlyInFirst, onlyInSecond);

    expect(mcNemarPValue(onlyInFirst, onlyInSecond) / expected).toBeCloseTo(1, 9);
  });

  it('is a small number, not NaN, if all of 10,000 pairs differ in one direction', () => {
    expect(mcNemarPValue(10_000, 0)).toBe(0);
    expect(mcNemarPValue(0, 1000)).toBeCloseTo(2 ** -999, 310);
    expect(mcNemarPValue(0, 1000)).toBeGreaterThan(0);
  });

  it('is symmetric, a probability, and the exact value', () => {
    const pairs = fc.nat({ max: 60 });

    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        const value = mcNemarPValue(one, other);

        expect(mcNemarPValue(other, one)).toBe(value);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(value).toBeCloseTo(exactPValue(one, other), 12);
      }),
    );
  });
});
