import { aucOf, histogramQuantile, quantile } from '../../../packages/statistics';
import { ratesOf } from '../../../src/evaluation/accuracy/rates';
import { bootstrapOverSources } from '../../../src/evaluation/accuracy/source-bootstrap';
import { fc } from '../../support/property';

describe('ratesOf', () => {
  it('is precision, recall and their harmonic mean', () => {
    const { precision, recall, f1 } = ratesOf({ predicted: 8, right: 6, gold: 20, found: 6 });

    expect([precision, recall]).toEqual([0.75, 0.3]);
    expect(f1).toBeCloseTo((2 * 6) / (8 + 20), 12);
  });

  it.each([
    ['nothing is flagged', { predicted: 0, right: 0, gold: 3, found: 0 }, null, 0, 0],
    ['nothing should be', { predicted: 3, right: 0, gold: 0, found: 0 }, 0, null, 0],
    ['neither', { predicted: 0, right: 0, gold: 0, found: 0 }, null, null, null],
  ])('is null without a denominator: %s', (_case, counts, precision, recall, f1) => {
    expect(ratesOf(counts)).toEqual({ precision, recall, f1 });
  });
});

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

describe('bootstrapOverSources', () => {
  const meanOf = (values: number[]) => (weights: ArrayLike<number>) => {
    const total = values.reduce((sum, _, index) => sum + (weights[index] ?? 0), 0);
    const sum = values.reduce((all, value, index) => all + value * (weights[index] ?? 0), 0);
    return { mean: total > 0 ? sum / total : null };
  };
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);

  it('returns the same intervals for the same seed', () => {
    const values = [0, 1, 1, 0, 1, 0, 0, 0, 1, 1];
    const sources = values.map(String);

    expect(bootstrapOverSources(sources, meanOf(values))).toEqual(
      bootstrapOverSources(sources, meanOf(values)),
    );
  });

  it('is as wide as the normal approximation for independent cases', () => {
    const values = Array.from({ length: 400 }, (_, index) => index % 2);
    const sources = values.map((_, index) => `source ${index}`);

    const { mean } = bootstrapOverSources(sources, meanOf(values));

    expect(mean.value).toBe(0.5);
    expect(width(mean)).toBeGreaterThan(2 * 1.96 * (0.5 / 20) * 0.9);
    expect(width(mean)).toBeLessThan(2 * 1.96 * (0.5 / 20) * 1.1);
  });

  it('is wider if cases of a source are alike', () => {
    const values = Array.from({ length: 400 }, (_, index) => Math.floor(index / 20) % 2);
    const alone = bootstrapOverSources(
      values.map((_, index) => String(index)),
      meanOf(values),
    );
    const together = bootstrapOverSources(
      values.map((_, index) => String(Math.floor(index / 20))),
      meanOf(values),
    );

    expect(width(together.mean)).toBeGreaterThan(3 * width(alone.mean));
  });

  it('has no interval if the statistic is never defined', () => {
    expect(bootstrapOverSources([], meanOf([]))).toEqual({ mean: { value: null, low: null, high: null } });
  });
});
