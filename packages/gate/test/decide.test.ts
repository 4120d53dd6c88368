import { fc } from '../../../test/support/property';
import {
  calibrateGate,
  decideAnytime,
  decideInOrder,
  decideOnce,
  findDetectableEffect,
  type GateRule,
  pairsForEffect,
  spreadOf,
} from '..';

const rule = { alpha: 0.05, minEffect: 0.1 };
const differences = (pairs: number, worse: number, better: number, size = 1) =>
  Array.from({ length: pairs }, (_, index) => (index < worse ? size : index < worse + better ? -size : 0));

describe.each([
  ['decideOnce', decideOnce],
  ['decideAnytime', async (values: readonly number[], by: GateRule) => decideAnytime(values, by)],
] as const)('%s', (_, decide) => {
  it.each([
    ['worse', 1, differences(60, 12, 0)],
    ['not_worse', 1, differences(400, 12, 12)],
    ['not_worse', 1, differences(100, 0, 12)],
    ['undecided', 1, differences(60, 4, 0)],
    ['undecided', 1, []],
    ['worse', 0.5, differences(60, 20, 0, 0.5)],
    ['not_worse', 0.5, differences(400, 12, 12, 0.5)],
    ['undecided', 0.5, differences(30, 4, 0, 0.5)],
  ])('is %s where differences of %d show it', async (outcome, _size, values) => {
    const decision = await decide(values, rule);

    expect(decision).toMatchObject({ outcome, pairs: values.length, ...rule });
    expect(decision.interval.low > 0).toBe(outcome === 'worse');
  });

  it.each([
    [0.000001, 'undecided'],
    [0.999999, 'not_worse'],
  ])('accepts a minimum effect of %d', async (minEffect, outcome) => {
    expect(await decide(differences(100, 5, 5), { ...rule, minEffect })).toMatchObject({
      outcome,
      minEffect,
    });
    expect(await decide(differences(100, 10, 10, 0.5), { ...rule, minEffect })).toMatchObject({ outcome });
  });

  it('has bounds around the difference, and never both outcomes for a result and its mirror', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(-1, -2 / 3, -1 / 3, 0, 0, 0, 1 / 3, 2 / 3, 1), {
          minLength: 1,
          maxLength: 12,
        }),
        async (values) => {
          const forward = await decide(values, rule);
          const backward = await decide(
            values.map((value) => -value),
            rule,
          );

          expect(forward.interval.low).toBeLessThanOrEqual(forward.difference + 1e-9);
          expect(forward.interval.high).toBeGreaterThanOrEqual(forward.difference - 1e-9);
          expect(backward.difference).toBeCloseTo(-forward.difference, 12);
          expect([backward.worsePairs, backward.betterPairs]).toEqual([
            forward.betterPairs,
            forward.worsePairs,
          ]);
          expect([forward.outcome, backward.outcome]).not.toEqual(['worse', 'worse']);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('excludes nothing without a minimum effect', async () => {
    const decision = await decide(differences(400, 0, 0), { ...rule, minEffect: null });

    expect(decision.outcome).toBe('undecided');
  });
});

describe('decideOnce', () => {
  it('is worse by the exact test: five of five, and not four of four', async () => {
    expect(await decideOnce(differences(50, 5, 0), rule)).toMatchObject({ outcome: 'worse', pValue: 1 / 32 });
    expect(await decideOnce(differences(50, 4, 0), rule)).toMatchObject({
      outcome: 'undecided',
      pValue: 1 / 16,
    });
  });

  it('excludes nothing with fewer than five pairs', async () => {
    const decisions = [4, 5].map((pairs) =>
      decideOnce(differences(pairs, 0, 0), { ...rule, minEffect: 0.9 }),
    );

    expect(await Promise.all(decisions)).toMatchObject([
      { outcome: 'undecided', interval: { high: 1 } },
      { outcome: 'not_worse' },
    ]);
  });

  it('has the same p-value by sign flips for shares as large as outcomes', async () => {
    const shares = [...differences(10, 8, 1), 1 / 3];

    const decision = await decideOnce(shares, rule);

    expect(decision.test).toBe('sign_flip');
    expect(decision.pValue).toBeGreaterThan(0.01);
    expect(decision.pValue).toBeLessThan(0.02);
  });
});

it.each([0.000001, 0.999999])('counts the pairs that a worsening of %d needs', (effect) => {
  for (const values of [differences(100, 5, 5), differences(100, 5, 5, 0.5)])
    for (const looks of ['once', 'any'] as const)
      expect(pairsForEffect(effect, values, 0.05, looks) === null).toBe(effect < 0.5);
});

describe('findDetectableEffect', () => {
  const once = { looks: 'once', alpha: 0.05 } as const;

  it('is smaller with more pairs and fewer that differ, and larger if every pair may be read', () => {
    const effect = (pairs: number, discordance: number, looks: 'once' | 'any' = 'once') =>
      findDetectableEffect(pairs, { ...once, spread: { discordance }, looks }) ?? 1;

    expect(effect(400, 0.2)).toBeLessThan(effect(100, 0.2));
    expect(effect(100, 0.1)).toBeLessThan(effect(100, 0.2));
    expect(effect(100, 0.2)).toBeLessThan(effect(100, 0.2, 'any'));
    expect(effect(20_000, 0.2, 'any')).toBe(effect(10_000, 0.2, 'any'));
  });

  it('is null if no worsening can be shown', () => {
    expect(findDetectableEffect(4, { ...once, spread: { discordance: 0.2 } })).toBeNull();
    expect(findDetectableEffect(5, { ...once, spread: { discordance: 0.2 } })).toBeGreaterThan(0.9);
    expect(findDetectableEffect(5, { ...once, looks: 'any', spread: { discordance: 0.2 } })).toBeNull();
  });

  it('agrees with the pairs that an effect needs', () => {
    const values = differences(200, 10, 10);
    const effect = 0.08;
    const pairs = pairsForEffect(effect, values, 0.05) ?? 0;

    const spread = { discordance: 0.1 + effect };
    expect(findDetectableEffect(pairs, { ...once, spread })).toBeLessThanOrEqual(effect + 0.0001);
    expect(findDetectableEffect(Math.floor(pairs * 0.9), { ...once, spread })).toBeGreaterThan(effect);
  });
});

describe('spreadOf', () => {
  it('has at least one pair that differs', () => {
    expect(spreadOf(differences(50, 0, 0))).toEqual({ discordance: 0.02 });
    expect(spreadOf(differences(50, 3, 2))).toEqual({ discordance: 0.1 });
    expect(spreadOf(differences(4, 2, 2, 0.5))).toEqual({ deviation: 0.5 });
  });
});

describe('decideInOrder', () => {
  it.each([
    ['worse', [...differences(20, 20, 0), ...differences(200, 0, 100)]],
    ['not_worse', [...differences(200, 0, 0), ...differences(100, 100, 0)]],
  ])('is %s by the first pairs that decide, whatever follows', (outcome, values) => {
    const decision = decideInOrder(values, rule);

    expect(decision).toMatchObject({ outcome, test: 'betting' });
    expect(decision.pairs).toBeLessThan(200);
    expect(decideInOrder(values.slice(0, decision.pairs - 1), rule).outcome).toBe('undecided');
    expect(decideInOrder(values.slice(0, decision.pairs + 5), rule)).toEqual(decision);
  });

  it('has the numbers of all pairs where none decide', () => {
    const values = differences(30, 2, 1);

    expect(decideInOrder(values, rule)).toEqual(decideAnytime(values, rule));
  });
});

describe('calibrateGate', () => {
  it.each([
    ['outcomes', differences(120, 15, 9)],
    ['shares', differences(40, 12, 9, 0.5)],
  ])('is red in at most 5%% of simulated suites as noisy as these %s', async (_, values) => {
    const { outcomes, simulations, falseRed } = await calibrateGate(values, rule, { simulations: 400 });

    expect(outcomes.worse + outcomes.not_worse + outcomes.undecided).toBe(simulations);
    expect(falseRed.low).toBeLessThan(0.05);
    expect(outcomes.worse).toBeGreaterThan(0);
  });

  it('counts a gate that looks after each pair as it decides', async () => {
    const { outcomes, falseRed } = await calibrateGate(differences(150, 12, 12), rule, {
      simulations: 400,
      looks: 'any',
    });

    expect(falseRed.low).toBeLessThan(0.05);
    expect(outcomes.not_worse).toBeGreaterThan(outcomes.undecided);
  });

  it('repeats its numbers', async () => {
    const values = differences(60, 5, 5);

    expect(await calibrateGate(values, rule, { simulations: 100 })).toEqual(
      await calibrateGate(values, rule, { simulations: 100 }),
    );
  });
});

describe('pairsForEffect', () => {
  it('is null where 10,000 pairs are too few', () => {
    expect(pairsForEffect(0.001, differences(100, 20, 20), 0.05)).toBeNull();
    expect(pairsForEffect(0.001, differences(100, 20, 20, 0.5), 0.05)).toBeNull();
    expect(pairsForEffect(0.1, differences(100, 20, 20, 0.5), 0.05)).toBeLessThan(100);
  });
});
