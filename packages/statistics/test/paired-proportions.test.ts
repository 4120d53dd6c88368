import { fc } from '../../../test/support/property';
import {
  adjustByHolm,
  anytimeResult,
  eValue,
  fitDiscordantRates,
  mcNemarPower,
  mcNemarPValue,
  type PairedOutcomes,
  pairsFor,
  pairsForAnyLook,
  scoreInterval,
  scoreUpperBound,
  seededRandom,
} from '..';

const outcomes = fc
  .record({ onlyInFirst: fc.nat(50), onlyInSecond: fc.nat(50), concordant: fc.nat(200) })
  .map(({ onlyInFirst, onlyInSecond, concordant }) => ({
    onlyInFirst,
    onlyInSecond,
    pairs: onlyInFirst + onlyInSecond + concordant,
  }))
  .filter(({ pairs }) => pairs > 0);

/** Draws pairs one by one; `look` sees the outcomes after each. */
function drawPairs(
  random: () => number,
  { first, second, pairs }: { first: number; second: number; pairs: number },
  look: (outcomes: PairedOutcomes) => boolean,
): boolean {
  const seen = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    const drawn = random() / 2 ** 32;
    seen.pairs += 1;
    if (drawn < first) seen.onlyInFirst += 1;
    else if (drawn < first + second) seen.onlyInSecond += 1;
    if (look(seen)) return true;
  }
  return false;
}

describe('fitDiscordantRates', () => {
  it('is the maximum of the likelihood among the rates with the difference', () => {
    const logLikelihood = (
      { pairs, onlyInFirst, onlyInSecond }: PairedOutcomes,
      first: number,
      second: number,
    ) =>
      [
        [onlyInFirst, first],
        [onlyInSecond, second],
        [pairs - onlyInFirst - onlyInSecond, 1 - first - second],
      ].reduce((sum, [count = 0, rate = 0]) => sum + (count === 0 ? 0 : count * Math.log(rate)), 0);
    fc.assert(
      fc.property(outcomes, fc.double({ min: -0.99, max: 0.99, noNaN: true }), (observed, difference) => {
        const fitted = fitDiscordantRates(observed, difference);
        const best = logLikelihood(observed, fitted.first, fitted.second);
        expect(fitted.second - fitted.first).toBeCloseTo(difference, 9);
        const min = Math.max(0, -difference);
        const max = (1 - difference) / 2;
        for (let step = 1; step < 40; step += 1) {
          const first = min + ((max - min) * step) / 40;
          expect(logLikelihood(observed, first, first + difference)).toBeLessThanOrEqual(best + 1e-9);
        }
      }),
    );
  });
});

describe('scoreInterval', () => {
  it.each([10, 50, 400])('without a discordant pair among %i is that of a closed form', (pairs) => {
    const z2 = 1.959963984540054 ** 2;
    const { low, high } = scoreInterval({ pairs, onlyInFirst: 0, onlyInSecond: 0 });

    expect(high).toBeCloseTo(z2 / (pairs + z2), 12);
    expect(low).toBeCloseTo(-z2 / (pairs + z2), 12);
  });

  it('contains the observed difference and changes sides with the outcomes', () => {
    fc.assert(
      fc.property(outcomes, ({ pairs, onlyInFirst, onlyInSecond }) => {
        const interval = scoreInterval({ pairs, onlyInFirst, onlyInSecond });
        const swapped = scoreInterval({ pairs, onlyInFirst: onlyInSecond, onlyInSecond: onlyInFirst });
        const difference = (onlyInSecond - onlyInFirst) / pairs;
        expect(interval.low).toBeLessThanOrEqual(difference);
        expect(interval.high).toBeGreaterThanOrEqual(difference);
        expect(swapped.low).toBeCloseTo(-interval.high, 12);
        expect(scoreUpperBound({ pairs, onlyInFirst, onlyInSecond })).toBeLessThanOrEqual(interval.high);
      }),
    );
  });

  it.each([
    { first: 0.05, second: 0.05, pairs: 60 },
    { first: 0.1, second: 0.04, pairs: 60 },
    { first: 0.02, second: 0.2, pairs: 200 },
  ])('covers the difference of $first and $second over $pairs pairs in 93 to 97 percent', (truth) => {
    const random = seededRandom(`score ${JSON.stringify(truth)}`);
    const difference = truth.second - truth.first;
    let covered = 0;
    for (let run = 0; run < 4000; run += 1) {
      drawPairs(random, truth, (seen) => {
        if (seen.pairs < truth.pairs) return false;
        const { low, high } = scoreInterval(seen);
        if (low <= difference && difference <= high) covered += 1;
        return true;
      });
    }
    expect(covered / 4000).toBeGreaterThan(0.93);
    expect(covered / 4000).toBeLessThan(0.975);
  });
});

describe('eValue', () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 4 / 6],
    [5, 0, 32 / 6],
    [8, 2, 1024 / (11 * 45)],
  ])('of %i and %i pairs is %f', (onlyInFirst, onlyInSecond, expected) => {
    expect(eValue({ pairs: 20, onlyInFirst, onlyInSecond })).toBeCloseTo(expected, 2);
  });

  it('reaches 20 in at most 5 percent of comparisons without a difference, looking after every pair', () => {
    const random = seededRandom('looks');
    const runs = 1500;
    let alarms = 0;
    let alarmsByP = 0;
    for (let run = 0; run < runs; run += 1) {
      const truth = { first: 0.1, second: 0.1, pairs: 400 };
      if (drawPairs(random, truth, (seen) => eValue(seen) >= 20)) alarms += 1;
    }
    for (let run = 0; run < 400; run += 1) {
      const truth = { first: 0.1, second: 0.1, pairs: 400 };
      const isAlarm = (seen: PairedOutcomes) => mcNemarPValue(seen.onlyInFirst, seen.onlyInSecond) < 0.05;
      if (drawPairs(random, truth, isAlarm)) alarmsByP += 1;
    }
    expect(alarms / runs).toBeLessThan(0.05);
    expect(alarmsByP / 400).toBeGreaterThan(0.1); // what a p-value does there
  });
});

describe('anytimeResult', () => {
  it('contains the observed difference, and gets as narrow as a few score intervals', () => {
    fc.assert(
      fc.property(outcomes, (observed) => {
        const { low, high } = anytimeResult(observed, 0.05).interval;
        const difference = (observed.onlyInSecond - observed.onlyInFirst) / observed.pairs;
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
      }),
    );
    const observed = { pairs: 1000, onlyInFirst: 60, onlyInSecond: 100 };
    const { low, high } = anytimeResult(observed, 0.05).interval;
    const fixed = scoreInterval(observed);
    expect((high - low) / (fixed.high - fixed.low)).toBeLessThan(1.7);
  });
});

describe('adjustByHolm', () => {
  it('multiplies by the number of tests that are left, and keeps the order', () => {
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(adjustByHolm([0.9, 0.8])).toEqual([1, 1]);
    expect(adjustByHolm([])).toEqual([]);
  });
});

describe('mcNemarPower', () => {
  it('is the share of drawn experiments with p < 0.05', () => {
    const random = seededRandom('power');
    const truth = { first: 0.12, second: 0.04, pairs: 150 };
    let found = 0;
    for (let run = 0; run < 4000; run += 1) {
      drawPairs(random, truth, ({ pairs, onlyInFirst, onlyInSecond }) => {
        if (pairs < truth.pairs) return false;
        if (onlyInFirst > onlyInSecond && mcNemarPValue(onlyInFirst, onlyInSecond) < 0.05) found += 1;
        return true;
      });
    }
    const power = mcNemarPower(150, { difference: 0.08, discordance: 0.16 }, 0.05);
    expect(Math.abs(found / 4000 - power)).toBeLessThan(0.025);
  });

  it('reaches the wanted power at the number of pairs that pairsFor returns', () => {
    const effect = { difference: 0.05, discordance: 0.15 };
    const pairs = pairsFor(effect, { alpha: 0.05, power: 0.8 }) ?? 0;

    expect(mcNemarPower(pairs, effect, 0.05)).toBeGreaterThanOrEqual(0.8);
    expect(mcNemarPower(Math.floor(pairs * 0.9), effect, 0.05)).toBeLessThan(0.8);
  });

  it('needs more than 10,000 pairs for a tiny effect', () => {
    expect(pairsFor({ difference: 0.0005, discordance: 0.2 }, { alpha: 0.05, power: 0.8 })).toBeNull();
  });
});

describe('pairsForAnyLook', () => {
  it('is a number of pairs within which an e-value that is read after each finds the effect', () => {
    const random = seededRandom('any look');
    const effect = { difference: 0.1, discordance: 0.2 };
    const pairs = pairsForAnyLook(effect, { alpha: 0.05, power: 0.8 }) ?? 0;
    let found = 0;
    for (let run = 0; run < 1000; run += 1) {
      const truth = { first: 0.15, second: 0.05, pairs };
      if (drawPairs(random, truth, (seen) => eValue(seen) >= 20)) found += 1;
    }

    expect(found / 1000).toBeGreaterThan(0.8);
    expect(pairs).toBeGreaterThan(pairsFor(effect, { alpha: 0.05, power: 0.8 }) ?? 0);
  });

  it('is null if 10,000 are too few', () => {
    const effect = { difference: 0.01, discordance: 0.3 };

    expect(pairsForAnyLook(effect, { alpha: 0.05, power: 0.8 })).toBeNull();
  });
});
