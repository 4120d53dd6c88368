import { fc } from '../../../test/support/property';
import {
  anyLookPower,
  anytimeBounds,
  anytimeMeanBounds,
  clopperPearsonInterval,
  mcNemarOneSidedPValue,
  meanLowerBound,
  meanUpperBound,
  scoreUpperBound,
  seededRandom,
} from '..';

const Z = 1.6448536269514722;

const outcomes = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 1, maxLength: 60 });
const countOf = (values: readonly number[]) => ({
  pairs: values.length,
  onlyInFirst: values.filter((value) => value < 0).length,
  onlyInSecond: values.filter((value) => value > 0).length,
});

describe('clopperPearsonInterval', () => {
  it.each([
    [4, 5, 0.2836, 0.9949],
    [0, 10, 0, 0.3085],
    [10, 10, 0.6915, 1],
    [50, 1000, 0.0373, 0.0654],
  ])('of %d of %d is that of the tables', (successes, trials, low, high) => {
    const interval = clopperPearsonInterval(successes, trials);

    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('is everything without trials', () => {
    expect(clopperPearsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('mcNemarOneSidedPValue', () => {
  it.each([
    [0, 5, 1 / 32],
    [5, 0, 1],
    [0, 0, 1],
    [1, 1, 3 / 4],
    [2, 1, 7 / 8],
    [1, 7, 9 / 256],
  ])('of %d against %d is the binomial tail', (first, second, pValue) => {
    expect(mcNemarOneSidedPValue(first, second)).toBeCloseTo(pValue, 12);
  });
});

describe('meanUpperBound', () => {
  it("is Tango's bound for outcomes of pairs", () => {
    fc.assert(
      fc.property(outcomes, (values) => {
        expect(meanUpperBound(values, Z)).toBeCloseTo(scoreUpperBound(countOf(values)), 9);
      }),
    );
  });

  it('mirrors the lower bound, and has the mean below it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 40 }), (sixths) => {
        const values = sixths.map((value) => value / 6);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const upper = meanUpperBound(values, Z);

        expect(upper).toBeGreaterThanOrEqual(mean - 1e-12);
        expect(upper).toBeLessThanOrEqual(1);
        expect(
          meanLowerBound(
            values.map((value) => -value),
            Z,
          ),
        ).toBeCloseTo(-upper, 12);
      }),
    );
  });

  it('is not the mean where all values are equal', () => {
    expect(meanUpperBound(Array(100).fill(0.2), Z)).toBeGreaterThan(0.22);
    expect(meanUpperBound([], Z)).toBe(1);
  });

  it('is below the true mean of shares in about 5% of samples', () => {
    const random = seededRandom('mean bound');
    const share = (probability: number) =>
      [0, 0, 0, 0].filter(() => random() / 2 ** 32 < probability).length / 4;
    let missed = 0;
    for (let sample = 0; sample < 2000; sample += 1) {
      const values = Array.from({ length: 40 }, () => share(0.3) - share(0.2));
      if (meanUpperBound(values, Z) < 0.1) missed += 1;
    }

    expect(missed / 2000).toBeGreaterThan(0.03);
    expect(missed / 2000).toBeLessThan(0.065);
  });
});

describe('anytimeMeanBounds', () => {
  it('is anytimeBounds for outcomes of pairs', () => {
    fc.assert(
      fc.property(outcomes, (values) => {
        const [ofMean, ofPairs] = [anytimeMeanBounds(values, 0.05), anytimeBounds(countOf(values), 0.05)];

        expect(ofMean.eValue).toBeCloseTo(ofPairs.eValue, 6);
        expect(ofMean.interval.low).toBeCloseTo(ofPairs.interval.low, 9);
        expect(ofMean.interval.high).toBeCloseTo(ofPairs.interval.high, 9);
      }),
    );
  });
});

describe('anyLookPower', () => {
  it('is the share of drawn samples whose lower bound is above 0', () => {
    const random = seededRandom('any look, one-sided');
    let discoveries = 0;
    for (let sample = 0; sample < 1000; sample += 1) {
      const seen = { pairs: 150, onlyInFirst: 0, onlyInSecond: 0 };
      for (let pair = 0; pair < 150; pair += 1) {
        const drawn = random() / 2 ** 32;
        if (drawn < 0.05) seen.onlyInFirst += 1;
        else if (drawn < 0.2) seen.onlyInSecond += 1;
      }
      if (anytimeBounds(seen, 0.05).interval.low > 0) discoveries += 1;
    }

    const power = anyLookPower(150, { difference: 0.1, discordance: 0.2 }, 0.05);
    expect(Math.abs(discoveries / 1000 - power)).toBeLessThan(0.04);
  });
});
