import { type LabeledItem, predictionPoweredMean } from '../../src/statistics/prediction-powered';
import type { Interval } from '../../src/statistics/score-interval';
import { makeRandom, type Random } from '../analytics/random';

/** How often intervals contain the true mean of a population, over repeated samples of it. */
export interface Coverage {
  population: number;
  truth: number;
  /** The mean of the predictions. */
  uncorrected: number;
  draws: number;
  covered: number;
  meanEstimate: number;
  meanWidth: number;
  /** The same for the reviews alone, without the predictions. */
  reviewsOnly: { covered: number; meanWidth: number };
}

/** Draws samples of `size` without replacement. Deterministic for a seed. */
export function simulateCoverage(
  population: readonly LabeledItem[],
  { size, draws, seed, isBinary }: { size: number; draws: number; seed: string; isBinary: boolean },
): Coverage {
  const random = makeRandom(seed);
  const items = [...population];
  const truth = meanOf(items.map(({ reviewed }) => reviewed));
  const coverage: Coverage = {
    population: items.length,
    truth,
    uncorrected: meanOf(items.map(({ predicted }) => predicted)),
    draws,
    covered: 0,
    meanEstimate: 0,
    meanWidth: 0,
    reviewsOnly: { covered: 0, meanWidth: 0 },
  };
  for (let draw = 0; draw < draws; draw += 1) {
    moveSampleToFront(items, size, random);
    const labeled = items.slice(0, size);
    const { estimate, interval } = estimateFrom(labeled, items.slice(size), isBinary);
    coverage.meanEstimate += estimate / draws;
    coverage.meanWidth += widthOf(interval) / draws;
    if (contains(interval, truth)) coverage.covered += 1;
    const blind = items.map(({ reviewed }) => ({ reviewed, predicted: 0 }));
    const alone = estimateFrom(blind.slice(0, size), blind.slice(size), isBinary).interval;
    coverage.reviewsOnly.meanWidth += widthOf(alone) / draws;
    if (contains(alone, truth)) coverage.reviewsOnly.covered += 1;
  }
  return coverage;
}

function estimateFrom(
  labeled: readonly LabeledItem[],
  rest: readonly LabeledItem[],
  isBinary: boolean,
): { estimate: number; interval: Interval } {
  const unlabeled = { count: rest.length, sum: 0, sumOfSquares: 0 };
  for (const { predicted } of rest) {
    unlabeled.sum += predicted;
    unlabeled.sumOfSquares += predicted ** 2;
  }
  const { estimate, interval = null } = predictionPoweredMean(labeled, unlabeled, isBinary) ?? {};
  if (estimate === undefined || interval === null) throw new Error('The sample says too little');
  return { estimate, interval };
}

/** The first `size` items become a uniform random sample without replacement. */
function moveSampleToFront(items: LabeledItem[], size: number, random: Random): void {
  for (let index = 0; index < size; index += 1) {
    const other = index + random.below(items.length - index);
    [items[index], items[other]] = [items[other] as LabeledItem, items[index] as LabeledItem];
  }
}

function contains({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

function widthOf({ low, high }: Interval): number {
  return high - low;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
