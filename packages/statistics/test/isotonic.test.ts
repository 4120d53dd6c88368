import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../../test/support/property';
import { evaluateIsotonic, fitIsotonic, type Observation } from '..';

interface OracleCase {
  score: number[];
  outcome: number[];
  at: number[];
  value: number[];
}

/** Written by `isotonic.py` next to it, with scikit-learn 1.9. */
const cases: OracleCase[] = JSON.parse(
  readFileSync(join(__dirname, '../../../test/fixtures/statistics/isotonic.json'), 'utf8'),
);

const observations = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 12 }), outcome: fc.constantFrom(0, 1) }),
  { minLength: 1, maxLength: 40 },
);
const scoresOf = (some: readonly Observation[]) =>
  [...new Set(some.map(({ score }) => score))].sort((one, other) => one - other);

/** By the max-min formula: of the means from each lower score to each higher one. */
function maxMin(all: readonly Observation[], score: number): number {
  const scores = scoresOf(all);
  const mean = (low: number, high: number) => {
    const inside = all.filter((one) => one.score >= low && one.score <= high);
    return inside.reduce((sum, { outcome }) => sum + outcome, 0) / inside.length;
  };
  return Math.max(
    ...scores
      .filter((low) => low <= score)
      .map((low) => Math.min(...scores.filter((high) => high >= score).map((high) => mean(low, high)))),
  );
}

describe('fitIsotonic', () => {
  it.each(cases)('fits and interpolates as scikit-learn does', ({ score, outcome, at, value }) => {
    const knots = fitIsotonic(score.map((one, index) => ({ score: one, outcome: outcome[index] as number })));

    const ours = at.map((one) => evaluateIsotonic(knots, one));

    for (const [index, one] of ours.entries()) expect(one).toBeCloseTo(value[index] as number, 12);
  });

  it('has the values of the max-min formula, in any order of the observations', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const knots = fitIsotonic(all);
        for (const score of scoresOf(all))
          expect(evaluateIsotonic(knots, score)).toBeCloseTo(maxMin(all, score), 10);
        expect(fitIsotonic(all.toReversed())).toEqual(knots);
      }),
    );
  });

  it('has no knots without observations, and then changes no score', () => {
    expect(fitIsotonic([])).toEqual([]);
    expect(evaluateIsotonic([], 0.3)).toBe(0.3);
  });
});
