import { bootstrapMean, type Interval, mcNemarPValue, scoreInterval } from '../../packages/statistics';
import { makeRandom, type Random } from '../analytics/random';

const ALPHA = 0.05;

/** Pairs of values whose mean difference, second minus first, is known. */
export interface PairedMeans {
  draw(random: Random): [first: number, second: number];
  difference: number;
}

/** Pairs whose replies have an issue on one side only, with these probabilities. */
export interface PairedRates {
  onlyInFirst: number;
  onlyInSecond: number;
}

export interface IntervalCounts {
  runs: number;
  /** Intervals that contain the true difference. */
  covered: number;
  /** Runs that call a difference: p < 0.05 of rates, an interval without 0 of means. */
  called: number;
}

/** Simulates bootstrapped comparisons. Deterministic for a seed. */
export async function simulateMeans(
  { draw, difference }: PairedMeans,
  { pairs, runs, seed }: { pairs: number; runs: number; seed: string },
): Promise<IntervalCounts> {
  const random = makeRandom(seed);
  const counts = { runs, covered: 0, called: 0 };
  for (let run = 0; run < runs; run += 1) {
    const differences = Array.from({ length: pairs }, () => {
      const [first, second] = draw(random);
      return second - first;
    });
    const interval = await bootstrapMean(differences, `${seed} ${run}`);
    if (interval === null) continue;
    if (contains(interval, difference)) counts.covered += 1;
    if (!contains(interval, 0)) counts.called += 1;
  }
  return counts;
}

/** Simulates comparisons of issue rates. Deterministic for a seed. */
export function simulateRates(
  { onlyInFirst, onlyInSecond }: PairedRates,
  { pairs, runs, seed }: { pairs: number; runs: number; seed: string },
): IntervalCounts & { contradictions: number } {
  const random = makeRandom(seed);
  const counts = { runs, covered: 0, called: 0, contradictions: 0 };
  for (let run = 0; run < runs; run += 1) {
    const outcomes = { pairs, onlyInFirst: 0, onlyInSecond: 0 };
    for (let pair = 0; pair < pairs; pair += 1) {
      const drawn = random.next();
      if (drawn < onlyInFirst) outcomes.onlyInFirst += 1;
      else if (drawn < onlyInFirst + onlyInSecond) outcomes.onlyInSecond += 1;
    }
    const interval = scoreInterval(outcomes);
    const isSignificant = mcNemarPValue(outcomes.onlyInFirst, outcomes.onlyInSecond) < ALPHA;
    if (contains(interval, onlyInSecond - onlyInFirst)) counts.covered += 1;
    if (isSignificant) counts.called += 1;
    if (isSignificant === contains(interval, 0)) counts.contradictions += 1;
  }
  return counts;
}

function contains({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}
