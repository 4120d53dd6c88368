import { samplePeriod } from '../../../src/analytics/changes/sample-period';

describe('samplePeriod', () => {
  it('is the whole period if it has few messages', () => {
    expect(samplePeriod({ start: 10, end: 20 }, 50_000)).toEqual([{ start: 10, end: 20 }]);
    expect(samplePeriod({ start: 10, end: 20 }, 0)).toEqual([{ start: 10, end: 20 }]);
  });

  it('is as large a share of each part as may be read, in order', () => {
    const period = { start: 1_000_000, end: 33_000_000 };
    const sampled = samplePeriod(period, 500_000);

    expect(sampled).toHaveLength(32);
    for (const [index, { start, end }] of sampled.entries()) {
      expect(start).toBeGreaterThanOrEqual(period.start + index * 1_000_000);
      expect(end).toBeLessThanOrEqual(period.start + (index + 1) * 1_000_000);
      expect(Math.abs(end - start - 100_000)).toBeLessThanOrEqual(1);
    }
  });
});
