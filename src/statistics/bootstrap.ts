import { setImmediate } from 'node:timers/promises';
import { seededRandom } from '../../packages/statistics';
import { expandedTail, percentileInterval } from './percentile-interval';

const MAX_RESAMPLES = 10_000;
const MIN_RESAMPLES = 1000;
const MAX_DRAWS = 20_000_000;
/** A few milliseconds of work, then the event loop serves other requests. */
const DRAWS_PER_SLICE = 500_000;

export interface BootstrapInterval {
  low: number;
  high: number;
  resamples: number;
}

/**
 * Number of resamples for a sample of this size. The total work is bounded by MAX_DRAWS where MIN_RESAMPLES
 * allows.
 */
export function resamplesOf(sampleSize: number): number {
  return Math.max(MIN_RESAMPLES, Math.min(MAX_RESAMPLES, Math.floor(MAX_DRAWS / sampleSize)));
}

/**
 * The expanded percentile interval of the mean. Deterministic for the same numbers in any order and the same seed; null
 * without values. The interval of the negated numbers is the mirror image only with other random numbers: negate the
 * interval instead.
 */
export async function bootstrapMean(
  values: readonly number[],
  seed: string,
): Promise<BootstrapInterval | null> {
  const size = values.length;
  if (size === 0) return null;
  const sample = Float64Array.from(values).sort();
  const means = new Float64Array(resamplesOf(size));
  const random = seededRandom(seed);
  const resamplesPerSlice = Math.ceil(DRAWS_PER_SLICE / size);
  for (let index = 0; index < means.length; index += 1) {
    if (index > 0 && index % resamplesPerSlice === 0) await setImmediate();
    means[index] = resampledSum(sample, random) / size;
  }
  means.sort();
  const { low, high } = percentileInterval(means, expandedTail(size));
  return low === null || high === null ? null : { low, high, resamples: means.length };
}

function resampledSum(sample: Float64Array, random: () => number): number {
  const size = sample.length;
  let sum = 0;
  for (let drawn = 0; drawn < size; drawn += 1) {
    sum += sample[((random() * size) / 2 ** 32) >>> 0] ?? 0; // `>>> 0` cuts to an index
  }
  return sum;
}
