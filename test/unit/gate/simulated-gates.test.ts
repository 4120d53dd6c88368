import { maxBoundError } from '../../../bench/gate/bound-error';
import { RUNS, simulateGates, suites } from '../../../bench/gate/simulate';

describe.each(suites)('a gate of a suite in which $name', (suite) => {
  it('is red in at most 16 of 200 runs without a change', async () => {
    const { once, anytime, anyNewFailure } = await simulateGates(suite, 0);

    expect(once.worse).toBeLessThanOrEqual(16);
    expect(anytime.worse).toBeLessThanOrEqual(16);
    expect(anyNewFailure).toBeGreaterThan(RUNS / 2);
  });

  it('is red in at least 148 of 200 runs with the minimum effect, and seldom green', async () => {
    const { once, anytime } = await simulateGates(suite, suite.minEffect);

    expect(once.worse).toBeGreaterThanOrEqual(148);
    expect(anytime.worse).toBeGreaterThanOrEqual(148);
    expect(once.not_worse).toBeLessThanOrEqual(16);
    expect(anytime.not_worse).toBeLessThanOrEqual(16);
  });
});

it('is not worse by mistake with a probability of at most 0.07 from 40 cases on, and 0.1 below', () => {
  for (const effect of [0.02, 0.05, 0.1, 0.2]) {
    expect(maxBoundError(40, effect)).toBeLessThan(0.07);
    expect(maxBoundError(10, effect)).toBeLessThan(0.1);
  }
});
