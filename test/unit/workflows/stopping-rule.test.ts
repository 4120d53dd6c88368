import { pairsForAnyLook, seededRandom } from '../../../packages/statistics';
import type { Decision } from '../../../workflows/contracts';
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

  it.each([
    ['worse', { pairs: 40, onlyInFirst: 0, onlyInSecond: 8 }, 7],
    ['not_worse', { pairs: 200, onlyInFirst: 8, onlyInSecond: 8 }, 4],
    ['not_worse', { pairs: 40, onlyInFirst: 8, onlyInSecond: 0 }, 4],
  ])('is %s if only that is asked, with fewer pairs', (outcome, outcomes, fewer) => {
    const question = { ...stopWhen, alternative: 'worse' } as const;

    expect(decide(outcomes, question)).toMatchObject({
      outcome,
      worsePairs: outcomes.onlyInSecond,
      betterPairs: outcomes.onlyInFirst,
      ...question,
    });
    expect(decide({ ...outcomes, onlyInSecond: fewer }, stopWhen)?.outcome).not.toBe(outcome);
  });

  it.each([
    { truth: 0, wrong: 'worse', min: 0, max: 0.05 },
    { truth: 0, wrong: 'not_worse', min: 0.8, max: 1 },
    { truth: 0.1, wrong: 'not_worse', min: 0, max: 0.05 },
    { truth: 0.1, wrong: 'worse', min: 0.8, max: 1 },
  ] as const)(
    'is $wrong in $min to $max of runs with a worsening of $truth',
    ({ truth, wrong, min, max }) => {
      const discordance = 0.2;
      const pairs = pairsForAnyLook({ difference: 0.1, discordance }, { alpha: 0.05, power: 0.8 }) ?? 0;
      const random = seededRandom('one-sided');
      let found = 0;
      for (let run = 0; run < 200; run += 1) {
        const seen = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
        let decision: Decision | null = null;
        while (decision === null && seen.pairs < pairs) {
          const drawn = random() / 2 ** 32;
          seen.pairs += 1;
          if (drawn < (discordance - truth) / 2) seen.onlyInFirst += 1;
          else if (drawn < discordance) seen.onlyInSecond += 1;
          decision = decide(seen, { ...stopWhen, alternative: 'worse' });
        }
        if (decision?.outcome === wrong) found += 1;
      }
      expect(found / 200).toBeGreaterThanOrEqual(min);
      expect(found / 200).toBeLessThanOrEqual(max);
    },
  );
});
