import { setImmediate } from 'node:timers/promises';
import { seededRandom } from '../../packages/statistics';
import type { DifferenceTest } from './difference-test';

const RESAMPLES = 10_000;
/** Up to here all 2^n subsets are enumerated instead. */
const MAX_ENUMERATED = 13;
/** Differences whose subset sums are tabulated together: a random byte is a random subset of them. */
const GROUP = 8;
/** A few milliseconds of work, then the event loop serves other requests. */
const LOOKUPS_PER_SLICE = 500_000;

/**
 * The sign-flip test of the mean of paired differences: Fisher, "The Design of Experiments" (1935), section 21. Exact if
 * the two values of a pair are exchangeable, and for large samples whenever the mean is 0. The interval has the means
 * that the test does not reject. They follow from the means of random subsets: Hartigan, Journal of the American
 * Statistical Association 64 (1969) 1303–1317. Deterministic for the same differences in any order and the same seed.
 */
export async function signFlipTest(values: readonly number[], seed: string): Promise<DifferenceTest> {
  const sample = Float64Array.from(values).sort();
  const flips = await drawSubsetMeans(sample, seed);
  const mean = sample.reduce((sum, value) => sum + value, 0) / Math.max(1, sample.length);
  // Rejected at a one-sided level: at most so many of the drawn flips are as extreme as the observed signs.
  const allowed = (alpha: number) => Math.floor(alpha * (flips.drawn + 1) + 1e-9) - 1 - flips.empty;
  const pValueOf = (extreme: number) => (1 + flips.empty + extreme) / (flips.drawn + 1);
  const pBelow = (margin: number) => pValueOf(flips.means.length - countBelow(flips.means, margin, false));
  const pAbove = (margin: number) => pValueOf(countBelow(flips.means, margin, true));
  return {
    difference: mean,
    pairs: sample.length,
    pValue: Math.min(1, 2 * pBelow(0), 2 * pAbove(0)),
    pBelow,
    pAbove,
    lowerBound: (alpha) => flips.means[allowed(alpha)] ?? null,
    upperBound: (alpha) => flips.means[flips.means.length - 1 - allowed(alpha)] ?? null,
    spread: sample.length < 2 ? null : { deviation: deviationOf(sample, mean) },
  };
}

interface SubsetMeans {
  /** Ascending, of the subsets that are not empty. */
  means: Float64Array;
  drawn: number;
  empty: number;
}

/** Flipping the signs of a subset makes the sum as large as observed where the mean of the subset is at most 0. */
async function drawSubsetMeans(sample: Float64Array, seed: string): Promise<SubsetMeans> {
  const isEnumerated = sample.length <= MAX_ENUMERATED;
  const drawn = isEnumerated ? 2 ** sample.length - 1 : RESAMPLES;
  const sums = tabulateSums(sample);
  const groups = sums.length >>> GROUP;
  const lastMask = 2 ** (sample.length - GROUP * (groups - 1)) - 1;
  const random = isEnumerated ? null : seededRandom(seed);
  const perSlice = Math.ceil(LOOKUPS_PER_SLICE / Math.max(1, groups));
  const means = new Float64Array(drawn);
  let filled = 0;
  for (let from = 0; from < drawn; from += perSlice) {
    if (from > 0) await setImmediate();
    const to = Math.min(drawn, from + perSlice);
    filled = appendMeans({ sums, lastMask, random, from, to }, means, filled);
  }
  return { means: means.subarray(0, filled).sort(), drawn, empty: drawn - filled };
}

interface Draws {
  sums: Float64Array;
  /** The bits of the differences in the last group. */
  lastMask: number;
  /** Null: draw number n is the subset of the bits of n + 1. */
  random: (() => number) | null;
  from: number;
  to: number;
}

/** Appends the means of the subsets that are not empty; returns how many there are then. */
function appendMeans(
  { sums, lastMask, random, from, to }: Draws,
  means: Float64Array,
  before: number,
): number {
  const last = (sums.length >>> GROUP) - 1;
  let filled = before;
  for (let draw = from; draw < to; draw += 1) {
    let sum = 0;
    let count = 0;
    let bits = draw + 1;
    for (let group = 0; group <= last; group += 1) {
      if (random !== null && (group & 3) === 0) bits = random();
      const subset = bits & (group === last ? lastMask : 255);
      sum += sums[(group << GROUP) | subset] ?? 0;
      count += bitCounts[subset] ?? 0;
      bits >>>= GROUP;
    }
    if (count === 0) continue;
    means[filled] = sum / count;
    filled += 1;
  }
  return filled;
}

/** The sum of each subset of each group of differences, by the bits of its index. */
function tabulateSums(sample: Float64Array): Float64Array {
  const groups = Math.ceil(sample.length / GROUP);
  const sums = new Float64Array(groups << GROUP);
  for (let index = 0; index < sums.length; index += 1) {
    const subset = index & 255;
    if (subset === 0) continue;
    const lowest = Math.log2(subset & -subset);
    sums[index] = (sums[index - 2 ** lowest] ?? 0) + (sample[(index >>> GROUP) * GROUP + lowest] ?? 0);
  }
  return sums;
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** How many of ascending values are below `bound`, or equal to it where `isIncluded`. */
function countBelow(ascending: Float64Array, bound: number, isIncluded: boolean): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const value = ascending[middle] ?? 0;
    if (value < bound || (isIncluded && value === bound)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function deviationOf(sample: Float64Array, mean: number): number {
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (sample.length - 1));
}
