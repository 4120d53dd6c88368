import { fc } from '../../../test/support/property';
import { aucOf, histogramQuantile, quantile } from '..';

describe('aucOf', () => {
  const positive = (score: number) => ({ score, isPositive: true });
  const negative = (score: number) => ({ score, isPositive: false });
  const auc = (cases: { score: number; isPositive: boolean }[], weights = cases.map(() => 1)) =>
    aucOf(cases)(weights);

  it('is the share of pairs in the right order', () => {
    // 0.9 beats all three, 0.4 beats 0.1 alone: 4 of 6.
    expect(auc([negative(0.5), positive(0.4), negative(0.1), positive(0.9), negative(0.6)])).toBeCloseTo(
      4 / 6,
    );
  });

  it('counts a tie as half', () => {
    // (0.5, 0.5) ½, (0.5, 0.2) 1, (0, 0.5) 0, (0, 0.2) 0: 1.5 of 4.
    expect(auc([positive(0.5), negative(0.5), positive(0), negative(0.2)])).toBeCloseTo(1.5 / 4);
  });

  it('weights cases', () => {
    const cases = [positive(0.8), negative(0.9), negative(0.3), positive(0.3)];

    expect(auc(cases, [2, 1, 0, 3])).toBeCloseTo(0);
    expect(auc(cases, [2, 1, 3, 1])).toBeCloseTo((2 * 3 + 3 * 0.5) / (3 * 4));
  });

  it('is null if one side is missing', () => {
    expect([auc([positive(1)]), auc([negative(1)]), auc([positive(1), negative(0)], [1, 0])]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('quantile', () => {
  it('interpolates between two numbers', () => {
    expect([quantile([1, 2, 4, 8], 0.5), quantile([1, 2, 4, 8, 16], 0.875)]).toEqual([3, 12]);
    expect(quantile([], 0.5)).toBeNull();
  });

  it('of a histogram is that of the numbers it counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 })), fc.double({ min: 0, max: 1, noNaN: true }), (numbers, at) => {
        const occurrences = new Map<number, number>();
        for (const number of numbers) occurrences.set(number, (occurrences.get(number) ?? 0) + 1);
        const ascending = numbers.toSorted((a, b) => a - b);

        expect(histogramQuantile(occurrences, at)).toEqual(quantile(ascending, at));
      }),
    );
  });
});
