import { ratesOf } from '../../../../src/evaluation/accuracy/rates';
import { bootstrapOverSources } from '../../../../src/evaluation/accuracy/source-bootstrap';

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
