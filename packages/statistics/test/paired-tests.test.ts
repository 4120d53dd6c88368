import { fc } from '../../../test/support/property';
import {
  type DifferenceTest,
  maximaTest,
  normalCdf,
  pairedPower,
  pairsToShow,
  rateTest,
  scoreInterval,
  scoreUpperBound,
  seededRandom,
  signFlipTest,
  upperNormalQuantile,
} from '..';

const many = (count: number, value: number) => Array.from({ length: count }, () => value);

describe('the normal distribution', () => {
  it('has its known values and quantiles', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 6);
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 6);
    expect(normalCdf(-3) / 0.0013498980316301).toBeCloseTo(1, 6);
    expect(upperNormalQuantile(0.05)).toBeCloseTo(1.6448536, 5);
    expect(upperNormalQuantile(0.025)).toBeCloseTo(1.959964, 5);
  });
});

/** Both sides of every flip of up to 13 signs: the definition of the test. */
function flippedPValue(differences: readonly number[]): number {
  const observed = differences.reduce((sum, one) => sum + one, 0);
  let [less, greater] = [0, 0];
  for (let flips = 0; flips < 2 ** differences.length; flips += 1) {
    const sum = differences.reduce((total, one, index) => total + ((flips >> index) & 1 ? -one : one), 0);
    if (sum <= observed) less += 1;
    if (sum >= observed) greater += 1;
  }
  return Math.min(1, (2 * Math.min(less, greater)) / 2 ** differences.length);
}

describe('signFlipTest', () => {
  it('is the exact test by its definition up to 13 pairs', async () => {
    const differences = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(differences, async (values) => {
        expect((await signFlipTest(values, 'a')).pValue).toBeCloseTo(flippedPValue(values), 12);
      }),
      { numRuns: 60 },
    );
  });

  it('needs six pairs for p < 0.05, and has no bounds with fewer', async () => {
    const five = await signFlipTest(many(5, -1), 'a');
    const six = await signFlipTest(many(6, -1), 'a');

    expect([five.pValue, six.pValue]).toEqual([1 / 16, 1 / 32]);
    expect([five.upperBound(0.025), six.upperBound(0.025)]).toEqual([null, -1]);
  });

  it('rejects exactly what its interval excludes, at any margin, in any order', async () => {
    const random = seededRandom('differences');
    const values = Array.from({ length: 150 }, () => (random() / 2 ** 32) ** 2 - 0.3);
    const test = await signFlipTest(values, 'a');
    const [low, high] = [Number(test.lowerBound(0.025)), Number(test.upperBound(0.025))];

    expect(test.pAbove(low - 1e-6)).toBeLessThanOrEqual(0.025);
    expect(test.pAbove(low + 1e-6)).toBeGreaterThan(0.025);
    expect(test.pBelow(high + 1e-6)).toBeLessThanOrEqual(0.025);
    expect(test.pBelow(high - 1e-6)).toBeGreaterThan(0.025);
    expect(test.pValue < 0.05).toBe(low > 0 || high < 0);
    expect((await signFlipTest([...values].reverse(), 'a')).pValue).toBe(test.pValue);
  });

  it('has the interval of a mean of 5,000 values, as the normal distribution has it', async () => {
    const values = Array.from({ length: 5000 }, (_, index) => (index % 5) - 1);
    const test = await signFlipTest(values, 'a');
    const half = (1.96 * Math.SQRT2) / Math.sqrt(5000);

    expect(test.difference).toBe(1);
    expect(Number(test.lowerBound(0.025))).toBeCloseTo(1 - half, 2);
    expect(Number(test.upperBound(0.025))).toBeCloseTo(1 + half, 2);
  });
});

describe('maximaTest', () => {
  it('has p = 2^(1-k) for k values above the smaller maximum', () => {
    const baseline = [100, 90, 80, 70, 60, 50];

    expect(maximaTest(baseline, many(6, 40)).pValue).toBe(1 / 32);
    expect(maximaTest(baseline, many(6, 65)).pValue).toBe(2 / 16);
    expect(maximaTest(many(6, 40), baseline).pValue).toBe(1 / 32);
    expect(maximaTest([], []).pValue).toBe(1);
  });

  it('rejects exactly what its bounds exclude', () => {
    const latencies = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 6, maxLength: 30 });
    fc.assert(
      fc.property(latencies, (pairs) => {
        const test = maximaTest(
          pairs.map(([one]) => one),
          pairs.map(([, other]) => other),
        );
        const [low, high] = [Number(test.lowerBound(0.05)), Number(test.upperBound(0.05))];
        expect(test.pBelow(high + 1e-6)).toBeLessThanOrEqual(0.05);
        expect(test.pBelow(high - 1e-6)).toBeGreaterThan(0.05);
        expect(test.pAbove(low - 1e-6)).toBeLessThanOrEqual(0.05);
        expect(test.pAbove(low + 1e-6)).toBeGreaterThan(0.05);
      }),
    );
  });
});

describe('rateTest', () => {
  it('has the score interval, and rejects the margins beyond its bound', () => {
    const outcomes = { pairs: 80, onlyInFirst: 14, onlyInSecond: 5 };
    const test = rateTest(outcomes);
    const bound = scoreUpperBound(outcomes);

    expect(test.upperBound(0.05)).toBeCloseTo(bound, 5);
    expect(test.lowerBound(0.025)).toBeCloseTo(scoreInterval(outcomes).low, 5);
    expect(test.pBelow(bound + 1e-4)).toBeLessThan(0.05);
    expect(test.pBelow(bound - 1e-4)).toBeGreaterThan(0.05);
    expect(rateTest({ pairs: 0, onlyInFirst: 0, onlyInSecond: 0 }).pBelow(0.1)).toBe(1);
  });
});

describe('the power of a paired test', () => {
  /** How often the sign-flip test of simulated differences finds their mean. */
  it('is how often it finds the difference', async () => {
    const random = seededRandom('power');
    const normal = () => Array.from({ length: 12 }, () => random() / 2 ** 32).reduce((a, b) => a + b, -6);
    let found = 0;
    for (let run = 0; run < 300; run += 1) {
      const { pValue } = await signFlipTest(
        Array.from({ length: 40 }, () => normal() + 0.4),
        `${run}`,
      );
      if (pValue < 0.05) found += 1;
    }

    expect(found / 300).toBeCloseTo(pairedPower(40, { deviation: 1 }, 0.4, 0.05), 1);
  });

  it('is close to the exact one where rates are approximated, and falls with the level', () => {
    const spread = { discordance: 0.2 };

    expect(pairedPower(1001, spread, 0.03, 0.05)).toBeCloseTo(pairedPower(1000, spread, 0.03, 0.05), 1);
    expect(pairedPower(200, spread, 0.1, 0.005)).toBeLessThan(pairedPower(200, spread, 0.1, 0.05));
    expect(pairedPower(0, spread, 0.1, 0.05)).toBe(0);
  });

  it('names the pairs with which a bound is within the margin', () => {
    const observed = { pairs: 100, onlyInFirst: 10, onlyInSecond: 10 };
    const needed = Number(pairsToShow(rateTest(observed), 0.02, 0.05));
    const times = needed / 100;
    const scaled = (factor: number): DifferenceTest =>
      rateTest({ pairs: 100 * factor, onlyInFirst: 10 * factor, onlyInSecond: 10 * factor });

    expect(Number(scaled(times * 1.05).upperBound(0.05))).toBeLessThanOrEqual(0.02);
    expect(Number(scaled(times * 0.9).upperBound(0.05))).toBeGreaterThan(0.02);
    expect(pairsToShow(maximaTest([1], [1]), 5, 0.05)).toBeNull();
  });
});
