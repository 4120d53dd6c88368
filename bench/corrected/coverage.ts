import {
  type Estimated,
  type Interval,
  independentDifference,
  type LabeledItem,
  predictionPoweredMean,
} from '../../packages/statistics';
import { makeRandom } from '../analytics/random';
import { drawSample } from '../draw-sample';

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

export interface Simulation {
  /** Of each sample. */
  size: number;
  draws: number;
  seed: string;
  isBinary: boolean;
}

/** Draws samples of `size` without replacement. Deterministic for a seed. */
export function simulateCoverage(population: readonly LabeledItem[], simulation: Simulation): Coverage {
  return simulatePart(population, () => true, simulation);
}

/** The same for a part of the population, which has only some of each sample. */
export function simulatePart<Item extends LabeledItem>(
  population: readonly Item[],
  isInPart: (item: Item) => boolean,
  simulation: Simulation,
): Coverage {
  const random = makeRandom(simulation.seed);
  const part = population.filter(isInPart);
  const draw = () => drawSample(population, simulation.size, random).map((items) => items.filter(isInPart));
  const truth = meanOf(part.map(({ reviewed }) => reviewed));
  const uncorrected = meanOf(part.map(({ predicted }) => predicted));
  return simulate({ population: part.length, truth, uncorrected }, simulation.draws, () => {
    const [labeled, rest] = draw() as [Item[], Item[]];
    return estimateBoth(labeled, rest, simulation.isBinary);
  });
}

/** The same for the difference of two populations, the second minus the first, with a sample of each. */
export function simulateDifference(
  first: readonly LabeledItem[],
  second: readonly LabeledItem[],
  { size, draws, seed, isBinary }: Simulation,
): Coverage {
  const random = makeRandom(seed);
  const differ = (toValue: (item: LabeledItem) => number) =>
    meanOf(second.map(toValue)) - meanOf(first.map(toValue));
  const known = {
    population: first.length + second.length,
    truth: differ(({ reviewed }) => reviewed),
    uncorrected: differ(({ predicted }) => predicted),
  };
  return simulate(known, draws, () => {
    const [one, other] = [first, second].map((items) => {
      const [labeled, rest] = drawSample(items, size, random);
      return estimateBoth(labeled, rest, isBinary);
    }) as [Draw, Draw];
    return {
      corrected: independentDifference(one.corrected, other.corrected),
      reviewsOnly: independentDifference(one.reviewsOnly, other.reviewsOnly),
    };
  });
}

/** What one draw estimates. */
interface Draw {
  corrected: Estimated;
  reviewsOnly: Estimated;
}

function simulate(
  known: Pick<Coverage, 'population' | 'truth' | 'uncorrected'>,
  draws: number,
  draw: () => Draw,
): Coverage {
  const coverage: Coverage = {
    ...known,
    draws,
    covered: 0,
    meanEstimate: 0,
    meanWidth: 0,
    reviewsOnly: { covered: 0, meanWidth: 0 },
  };
  for (let index = 0; index < draws; index += 1) {
    const { corrected, reviewsOnly } = draw();
    coverage.meanEstimate += corrected.estimate / draws;
    coverage.meanWidth += widthOf(corrected.interval) / draws;
    if (contains(corrected.interval, known.truth)) coverage.covered += 1;
    coverage.reviewsOnly.meanWidth += widthOf(reviewsOnly.interval) / draws;
    if (contains(reviewsOnly.interval, known.truth)) coverage.reviewsOnly.covered += 1;
  }
  return coverage;
}

function estimateBoth(
  labeled: readonly LabeledItem[],
  rest: readonly LabeledItem[],
  isBinary: boolean,
): Draw {
  const blind = (items: readonly LabeledItem[]) => items.map(({ reviewed }) => ({ reviewed, predicted: 0 }));
  return {
    corrected: estimateFrom(labeled, rest, isBinary),
    reviewsOnly: estimateFrom(blind(labeled), blind(rest), isBinary),
  };
}

function estimateFrom(
  labeled: readonly LabeledItem[],
  rest: readonly LabeledItem[],
  isBinary: boolean,
): Estimated {
  const unlabeled = { count: rest.length, sum: 0, sumOfSquares: 0 };
  for (const { predicted } of rest) {
    unlabeled.sum += predicted;
    unlabeled.sumOfSquares += predicted ** 2;
  }
  const { estimate, interval = null } = predictionPoweredMean(labeled, unlabeled, isBinary) ?? {};
  if (estimate === undefined || interval === null) throw new Error('The sample says too little');
  return { estimate, interval };
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
