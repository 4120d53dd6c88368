import { fc } from '../../../test/support/property';
import { anytimeResult, isWithin, type PairedOutcomes, seededRandom } from '..';

const ALPHA = 0.05;

const outcomes = fc
  .record({ onlyInFirst: fc.nat(60), onlyInSecond: fc.nat(60), concordant: fc.nat(600) })
  .map(({ onlyInFirst, onlyInSecond, concordant }) => ({
    onlyInFirst,
    onlyInSecond,
    pairs: onlyInFirst + onlyInSecond + concordant,
  }));

describe('anytimeResult', () => {
  it('has an interval without 0 exactly when the e-value is at least 1/alpha', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(0.01, 0.05, 0.2), (seen, alpha) => {
        const { eValue, interval } = anytimeResult(seen, alpha);

        expect(interval.low >= 0 || interval.high <= 0).toBe(eValue >= 1 / alpha);
      }),
      { numRuns: 200 },
    );
  });

  it('changes signs with the sides', () => {
    fc.assert(
      fc.property(outcomes, ({ pairs, onlyInFirst, onlyInSecond }) => {
        const one = anytimeResult({ pairs, onlyInFirst, onlyInSecond }, ALPHA);
        const other = anytimeResult({ pairs, onlyInFirst: onlyInSecond, onlyInSecond: onlyInFirst }, ALPHA);

        expect(other.eValue).toBe(one.eValue);
        expect(other.interval.low).toBeCloseTo(0 - one.interval.high, 12);
        expect(other.interval.high).toBeCloseTo(0 - one.interval.low, 12);
      }),
    );
  });

  it('is JSON for the strongest evidence there can be', () => {
    const { eValue } = anytimeResult({ pairs: 10_000, onlyInFirst: 10_000, onlyInSecond: 0 }, ALPHA);

    expect(JSON.parse(JSON.stringify(eValue))).toBe(Number.MAX_VALUE);
  });

  it('says nothing without pairs', () => {
    const result = anytimeResult({ pairs: 0, onlyInFirst: 0, onlyInSecond: 0 }, ALPHA);

    expect(result).toEqual({ eValue: 1, interval: { low: -1, high: 1 } });
  });

  it.each([
    { first: 0.1, second: 0.1 },
    { first: 0.1, second: 0.11 },
    { first: 0.16, second: 0.06 },
  ])('excludes the difference of $first and $second at any of 10 looks in at most 5 percent', (truth) => {
    const random = seededRandom(`anytime ${JSON.stringify(truth)}`);
    const difference = truth.second - truth.first;
    const isExcluded = (seen: PairedOutcomes) => {
      const { low, high } = anytimeResult(seen, ALPHA).interval;
      return difference < low || difference > high || (difference === 0 && (low === 0 || high === 0));
    };
    let missed = 0;
    for (let run = 0; run < 400; run += 1) {
      const seen = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
      let isMissed = false;
      while (seen.pairs < 200 && !isMissed) {
        const drawn = random() / 2 ** 32;
        seen.pairs += 1;
        if (drawn < truth.first) seen.onlyInFirst += 1;
        else if (drawn < truth.first + truth.second) seen.onlyInSecond += 1;
        isMissed = seen.pairs % 20 === 0 && isExcluded(seen);
      }
      if (isMissed) missed += 1;
    }
    expect(missed / 400).toBeLessThan(0.05);
  });
});

describe('isWithin', () => {
  it('is true exactly when the interval is within the bound', () => {
    fc.assert(
      fc.property(outcomes, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (seen, bound) => {
        const { eValue, interval } = anytimeResult(seen, ALPHA);
        fc.pre(eValue < 1 / ALPHA); // else the interval was cut at 0

        expect(isWithin(seen, bound, ALPHA)).toBe(interval.low > -bound && interval.high < bound);
      }),
      { numRuns: 200 },
    );
  });
});
