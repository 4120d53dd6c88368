import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../../test/support/property';
import {
  type Interval,
  type LabeledItem,
  type PredictionPoweredMean,
  predictionPoweredMean,
  seededRandom,
  type UnlabeledPredictions,
} from '..';

interface OracleCase {
  kind: string;
  reviewed: number[];
  predicted: number[];
  unlabeled: number[];
  estimate: number;
}

/** Written by `ppi-mean.py` next to it, with ppi-python 0.2.3. */
const cases: OracleCase[] = JSON.parse(
  readFileSync(join(__dirname, '../../../test/fixtures/statistics/ppi-mean.json'), 'utf8'),
);

const pair = (reviewed: number, predicted: number): LabeledItem => ({ reviewed, predicted });

function sumUp(values: readonly number[]): UnlabeledPredictions {
  return {
    count: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    sumOfSquares: values.reduce((sum, value) => sum + value * value, 0),
  };
}

const bit = fc.constantFrom(0, 1);
const binaryItems = fc.array(fc.record({ reviewed: bit, predicted: bit }), { minLength: 3, maxLength: 60 });
const bits = fc.array(bit, { maxLength: 60 });

describe('predictionPoweredMean', () => {
  it.each(cases)('estimates what ppi-python does: $kind', ({ reviewed, predicted, unlabeled, estimate }) => {
    const labeled = reviewed.map((value, index) => pair(value, predicted[index] as number));

    const { estimate: ours } = predictionPoweredMean(labeled, sumUp(unlabeled), false) ?? {};

    expect(Math.abs((ours as number) - estimate)).toBeLessThan(1e-9);
  });

  it('is the mean of the reviews, without uncertainty, once every item is reviewed', () => {
    const labeled = [pair(1, 0), pair(0, 0), pair(1, 1), pair(0, 1)];

    for (const isBinary of [true, false]) {
      expect(predictionPoweredMean(labeled, sumUp([]), isBinary)).toEqual({
        estimate: 0.5,
        interval: { low: 0.5, high: 0.5 },
        weight: 0,
      });
    }
  });

  it('has an interval where a sample of rates has no disagreement', () => {
    const labeled = [...Array<LabeledItem>(20).fill(pair(0, 0)), ...Array<LabeledItem>(5).fill(pair(1, 1))];

    const unlabeled = Array.from({ length: 500 }, (_, index) => Number(index % 5 === 0));
    const result = predictionPoweredMean(labeled, sumUp(unlabeled), true);

    expect(result?.interval?.low).toBeLessThan((result?.estimate as number) - 0.01);
    expect(result?.interval?.high).toBeGreaterThan((result?.estimate as number) + 0.01);
  });

  it('leaves out predictions that say nothing or the opposite', () => {
    const opposite = [pair(1, 0), pair(1, 0), pair(0, 1), pair(0, 1), pair(0, 1)];

    expect(predictionPoweredMean(opposite, sumUp([0, 1, 1, 0, 1]), true)).toMatchObject({
      estimate: 0.4,
      weight: 0,
    });
    expect(predictionPoweredMean([pair(1, 0), pair(0, 0), pair(1, 0)], sumUp([0, 0]), true)?.weight).toBe(0);
  });

  it('contains the rate of replies that are similar within conversations in about 95% of samples', () => {
    const random = seededRandom('clusters');
    const drawShare = () => random() / 2 ** 32;
    // Five replies to each of 200 conversations, which mostly agree, and verdicts that are wrong in 20%.
    const population = Array.from({ length: 200 }, () => {
      const rate = drawShare() < 0.3 ? 0.9 : 0.05;
      return Array.from({ length: 5 }, () => {
        const reviewed = Number(drawShare() < rate);
        return pair(reviewed, drawShare() < 0.2 ? 1 - reviewed : reviewed);
      });
    }).flat();
    const rate = population.reduce((sum, { reviewed }) => sum + reviewed, 0) / population.length;
    const draws = 600;
    let covered = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const shuffled = population
        .map((item) => ({ item, key: random() }))
        .sort((one, two) => one.key - two.key);
      const items = shuffled.map(({ item }) => item);
      const unlabeled = sumUp(items.slice(150).map(({ predicted }) => predicted));
      const { low = 1, high = 0 } =
        predictionPoweredMean(items.slice(0, 150), unlabeled, true)?.interval ?? {};
      if (low <= rate && rate <= high) covered += 1;
    }

    // Three standard errors of 600 draws from 95%.
    expect(Math.abs(covered / draws - 0.95)).toBeLessThan(0.027);
  });

  it('has no interval for counts without variance, unless everything is reviewed', () => {
    const labeled = Array<LabeledItem>(10).fill(pair(2, 2));

    expect(predictionPoweredMean(labeled, sumUp([1, 2]), false)).toMatchObject({ interval: null });
    expect(predictionPoweredMean(labeled, sumUp([]), false)?.interval).toEqual({ low: 2, high: 2 });
  });

  it('needs three reviewed items', () => {
    expect(predictionPoweredMean([pair(1, 1), pair(0, 0)], sumUp([1]), true)).toBeNull();
  });

  it('gives rates an interval of probabilities, around the estimate if that is one', () => {
    fc.assert(
      fc.property(binaryItems, bits, (labeled, unlabeled) => {
        const { estimate, interval, weight } = predictionPoweredMean(
          labeled,
          sumUp(unlabeled),
          true,
        ) as PredictionPoweredMean & { interval: Interval };

        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        expect(interval.low).toBeLessThanOrEqual(Math.max(0, estimate) + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual(Math.min(1, estimate) - 1e-12);
      }),
    );
  });
});
