import { decide } from '../../../workflows/stopping-rule';

const stopWhen = { alpha: 0.05, minEffect: 0.1 };

describe('decide', () => {
  it.each([
    ['better', { pairs: 40, onlyInFirst: 10, onlyInSecond: 0 }],
    ['worse', { pairs: 40, onlyInFirst: 0, onlyInSecond: 10 }],
    ['no_effect', { pairs: 400, onlyInFirst: 20, onlyInSecond: 20 }],
  ])('is %s with the numbers that show it', (outcome, outcomes) => {
    const decision = decide(outcomes, stopWhen);

    expect(decision).toMatchObject({ outcome, pairs: outcomes.pairs, ...stopWhen });
    if (decision === null) throw new Error('not decided');
    const { intervalLow: low, intervalHigh: high, eValue } = decision;
    expect(eValue >= 20).toBe(outcome !== 'no_effect');
    if (outcome === 'better') expect(high).toBeLessThanOrEqual(0);
    else if (outcome === 'worse') expect(low).toBeGreaterThanOrEqual(0);
    else expect([low > -0.1 && low < 0, high > 0 && high < 0.1]).toEqual([true, true]);
  });

  it.each([
    ['there is no pair', { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 }],
    ['few pairs are discordant', { pairs: 60, onlyInFirst: 5, onlyInSecond: 0 }],
    ['the interval is wider than the smallest effect', { pairs: 100, onlyInFirst: 5, onlyInSecond: 5 }],
  ])('is null while %s', (_name, outcomes) => {
    expect(decide(outcomes, stopWhen)).toBeNull();
  });

  it('is better rather than without effect where a small difference is certain', () => {
    const outcomes = { pairs: 4000, onlyInFirst: 160, onlyInSecond: 80 };

    expect(decide(outcomes, stopWhen)).toMatchObject({ outcome: 'better' });
  });
});
