import { fc } from '../../../test/support/property';
import ratings from '../../../test/support/rater-agreement/ratings.json';
import { cohenKappa, countMarked, fleissKappa, spanF1 } from '..';

/** Printed by test/support/rater-agreement/oracle.py with scikit-learn 1.9 and statsmodels 0.15. */
const expected = [
  { cohen: 0.5454545454545454, fleiss: 0.523809523809524 },
  { cohen: 0.6977329974811084, fleiss: 0.6979020979020979 },
  { cohen: 0.3688955672426747, fleiss: 0.39106858656199067 },
  { cohen: 0.08695652173913038, fleiss: 0.0666666666666665 },
];

const pairsOf = (one: string, other: string) =>
  [...one].map((category, index) => ({ one: category, other: other[index] ?? '', count: 1 }));

function itemsOf(raters: readonly string[]) {
  const categories = [...new Set(raters.join(''))];
  return [...(raters[0] ?? '')].map((_, index) => ({
    counts: categories.map((category) => raters.filter((rater) => rater[index] === category).length),
    items: 1,
  }));
}

describe("Cohen's and Fleiss' kappa", () => {
  it.each(ratings.map((raters, index) => [index, raters] as const))(
    'equal those of scikit-learn and statsmodels to 1e-12, case %i',
    (index, raters) => {
      const [one = '', other = ''] = raters;

      const { cohen = 0, fleiss = 0 } = expected[index] ?? {};
      expect(Math.abs((cohenKappa(pairsOf(one, other)) ?? 2) - cohen)).toBeLessThan(1e-12);
      expect(Math.abs((fleissKappa(itemsOf(raters)) ?? 2) - fleiss)).toBeLessThan(1e-12);
    },
  );

  it('are null without items and with one category, and 1 in full agreement', () => {
    expect(cohenKappa([])).toBeNull();
    expect(cohenKappa(pairsOf('yyy', 'yyy'))).toBeNull();
    expect(cohenKappa(pairsOf('yny', 'yny'))).toBe(1);
    expect(cohenKappa(pairsOf('yyy', 'nnn'))).toBe(0);
    expect(fleissKappa([])).toBeNull();
    expect(fleissKappa(itemsOf(['yyy', 'yyy']))).toBeNull();
    expect(fleissKappa(itemsOf(['yny']))).toBeNull();
    expect(fleissKappa(itemsOf(['yny', 'yny', 'yny']))).toBe(1);
  });

  it('rejects items with different numbers of raters', () => {
    const items = [
      { counts: [2, 0], items: 1 },
      { counts: [2, 1], items: 1 },
    ];
    expect(() => fleissKappa(items)).toThrow(RangeError);
  });

  it('is symmetric, counts do not matter to how they are listed, and it is at most 1', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'c')));
    fc.assert(
      fc.property(texts, (items) => {
        const pairs = items.map(([one, other]) => ({ one, other, count: 1 }));
        const kappa = cohenKappa(pairs);
        const swapped = cohenKappa(pairs.map(({ one, other }) => ({ one: other, other: one, count: 1 })));
        const doubled = cohenKappa(pairs.map((pair) => ({ ...pair, count: 2 })));
        expect(swapped).toBe(kappa);
        if (kappa === null) expect(doubled).toBeNull();
        else {
          expect(doubled).toBeCloseTo(kappa, 12);
          expect(kappa).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('span F1', () => {
  it('counts the characters that both marked, once each', () => {
    const one = [
      { start: 0, end: 10 },
      { start: 5, end: 12 },
    ];
    const other = [{ start: 8, end: 20 }];

    const counts = countMarked(one, other);

    expect(counts).toEqual({ one: 12, other: 12, both: 4 });
    expect(spanF1(counts)).toBeCloseTo(1 / 3, 12);
    expect(spanF1({ one: 0, other: 0, both: 0 })).toBeNull();
    expect(spanF1(countMarked(one, []))).toBe(0);
  });

  it('equals counting character by character', () => {
    const spans = fc.array(
      fc
        .tuple(fc.nat(30), fc.integer({ min: 1, max: 10 }))
        .map(([start, length]) => ({ start, end: start + length })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        const isIn = (list: typeof one) => (at: number) =>
          list.some(({ start, end }) => at >= start && at < end);
        const places = Array.from({ length: 41 }, (_, at) => at);
        expect(countMarked(one, other)).toEqual({
          one: places.filter(isIn(one)).length,
          other: places.filter(isIn(other)).length,
          both: places.filter((at) => isIn(one)(at) && isIn(other)(at)).length,
        });
      }),
    );
  });
});
