import { independentDifference, wilsonInterval } from '..';

describe('independentDifference', () => {
  it('adds the variances of symmetric intervals', () => {
    const first = { estimate: 0.2, interval: { low: 0.17, high: 0.23 } };
    const second = { estimate: 0.6, interval: { low: 0.56, high: 0.64 } };

    const { estimate, interval } = independentDifference(first, second);

    expect(estimate).toBeCloseTo(0.4, 12);
    expect(interval.low).toBeCloseTo(0.35, 12);
    expect(interval.high).toBeCloseTo(0.45, 12);
  });

  it('equals the hybrid score interval of Newcombe (1998), table II, method 10: 56/70 - 48/80', () => {
    const first = { estimate: 48 / 80, interval: wilsonInterval(48, 80) };
    const second = { estimate: 56 / 70, interval: wilsonInterval(56, 70) };

    const { low, high } = independentDifference(first, second).interval;

    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
  });

  it('has only the error of one side where the other is known', () => {
    const known = { estimate: 0.5, interval: { low: 0.5, high: 0.5 } };
    const second = { estimate: 0.6, interval: { low: 0.4, high: 0.7 } };

    const { low, high } = independentDifference(known, second).interval;
    expect(low).toBeCloseTo(-0.1, 12);
    expect(high).toBeCloseTo(0.2, 12);
  });
});
