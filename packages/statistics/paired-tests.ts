import { setImmediate } from 'node:timers/promises';
import type { DifferenceTest } from './outcomes';
import { seededRandom } from './seeded-random';

/**
 * Two-sided p-value of McNemar's test that a reply is as likely to have an issue in one experiment as in the
 * other, from the pairs with an issue in only one of them: McNemar, Psychometrika 12 (1947) 153–157. Exact,
 * with the binomial distribution Bin(n, 1/2) in place of the chi-square approximation. 1 if no pair differs;
 * 0 if the value underflows a double.
 */
export function mcNemarPValue(onlyInFirst: number, onlyInSecond: number): number {
  if (onlyInFirst === onlyInSecond) return 1;
  const discordant = onlyInFirst + onlyInSecond;
  const fewer = Math.min(onlyInFirst, onlyInSecond);
  // 2^-n underflows from n = 1,075 on, so the largest term of the tail is computed as a logarithm…
  let logLargest = -discordant * Math.LN2;
  for (let k = 1; k <= fewer; k += 1) logLargest += Math.log((discordant - fewer + k) / k);
  // …and the others relative to it, by C(n, k - 1) = C(n, k) · k / (n - k + 1).
  let term = 1;
  let tail = 1;
  for (let k = fewer; k > 0; k -= 1) {
    term *= k / (discordant - k + 1);
    tail += term;
  }
  return Math.min(1, 2 * Math.exp(logLargest) * tail);
}

/** The one-sided p-value of the same test: small if more pairs have a yes in the second outcome only. */
export function mcNemarOneSidedPValue(onlyInFirst: number, onlyInSecond: number): number {
  if (onlyInSecond > onlyInFirst) return mcNemarPValue(onlyInFirst, onlyInSecond) / 2;
  // The probability of at least so many is 1 minus that of fewer.
  return onlyInSecond === 0 ? 1 : 1 - mcNemarPValue(onlyInSecond - 1, onlyInFirst + 1) / 2;
}

const DRAWS = 10_000;
/** A few milliseconds, so that other requests are not delayed. */
const DRAWS_PER_SLICE = 1000;

/** How many of the outcomes of one side are a yes. */
export interface YesCount {
  yes: number;
  count: number;
}

/**
 * The two-sided p-value of the test that exchanges outcomes within each stratum, of the sum over the strata of the
 * differences in their shares of yes: Fisher, "The Design of Experiments" (1935). Exact, by drawn exchanges, if the
 * outcomes of a stratum are exchangeable, also with different numbers on both sides. `unit` is a common multiple of these
 * numbers, so that sums are integers. Deterministic for the same seed.
 */
export async function exchangePValue(
  strata: readonly (readonly [first: YesCount, second: YesCount])[],
  { seed, unit }: { seed: string; unit: number },
): Promise<number> {
  const drawn = strata.map(([first, second]) => tabulate(first, second, unit));
  const observed = drawn.reduce((sum, { value }) => sum + value, 0);
  const random = seededRandom(seed);
  let [less, greater] = [1, 1];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    if (draw % DRAWS_PER_SLICE === 0) await setImmediate();
    let sum = 0;
    for (const { cumulative, values } of drawn) {
      const at = random() / 2 ** 32;
      let index = 0;
      while (at >= (cumulative[index] ?? 1)) index += 1;
      sum += values[index] ?? 0;
    }
    if (sum <= observed) less += 1;
    if (sum >= observed) greater += 1;
  }
  return Math.min(1, (2 * Math.min(less, greater)) / (DRAWS + 1));
}

/** The differences of a stratum in all exchanges, with their cumulative hypergeometric probabilities. */
function tabulate(first: YesCount, second: YesCount, unit: number) {
  const total = first.yes + second.yes;
  const differenceOf = (inSecond: number) =>
    (unit / second.count) * inSecond - (unit / first.count) * (total - inSecond);
  const values: number[] = [];
  const cumulative: number[] = [];
  let probability = 0;
  for (
    let inSecond = Math.max(0, total - first.count);
    inSecond <= Math.min(total, second.count);
    inSecond += 1
  ) {
    probability +=
      (choose(second.count, inSecond) * choose(first.count, total - inSecond)) /
      choose(first.count + second.count, total);
    values.push(differenceOf(inSecond));
    cumulative.push(probability);
  }
  cumulative[cumulative.length - 1] = 1;
  return { value: differenceOf(second.yes), values, cumulative };
}

/** Binomial coefficient of small numbers. */
function choose(from: number, chosen: number): number {
  let ways = 1;
  for (let index = 1; index <= chosen; index += 1) ways *= (from - chosen + index) / index;
  return ways;
}

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

/**
 * The test of the difference of the maxima of paired values that exchanges the two values of a pair: exact if they are
 * exchangeable. The maxima differ as much as observed only if all values above the smaller maximum, of which there are k
 * in k pairs, are on one side: with probability 2^-k for a given side. Bounds invert the test for values that are
 * exchangeable after a shift. So they are order statistics. Fewer than six pairs never reach p < 0.05.
 */
export function maximaTest(first: readonly number[], second: readonly number[]): DifferenceTest {
  const [baseline, candidate] = [descending(first), descending(second)];
  const [topFirst, topSecond] = [baseline[0] ?? 0, candidate[0] ?? 0];
  const pBelow = (margin: number) => 2 ** -countAbove(baseline, topSecond - margin);
  const pAbove = (margin: number) => 2 ** -countAbove(candidate, topFirst + margin);
  return {
    difference: topSecond - topFirst,
    pairs: first.length,
    pValue: Math.min(1, 2 * pBelow(0), 2 * pAbove(0)),
    pBelow,
    pAbove,
    lowerBound: (alpha) => plus(candidate[rankAt(alpha)], -topFirst),
    upperBound: (alpha) => plus(topSecond, -(baseline[rankAt(alpha)] ?? Number.NaN)),
    spread: null,
  };
}

/** The rank, from 0, of the value that has to be exceeded for a one-sided p-value of at most alpha. */
function rankAt(alpha: number): number {
  return Math.ceil(-Math.log2(alpha)) - 1;
}

function plus(value: number | undefined, other: number): number | null {
  const sum = (value ?? Number.NaN) + other;
  return Number.isNaN(sum) ? null : sum;
}

function descending(values: readonly number[]): number[] {
  return [...values].sort((one, other) => other - one);
}

function countAbove(values: readonly number[], bound: number): number {
  const found = values.findIndex((value) => value <= bound);
  return found < 0 ? values.length : found;
}

/**
 * Holm's adjusted p-values, in the order given: reject those of at most α, and a true null hypothesis is rejected
 * with probability at most α over all tests: Holm, Scandinavian Journal of Statistics 6 (1979) 65–70.
 */
export function adjustByHolm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  const order = pValues.map((pValue, index) => ({ pValue, index })).sort((a, b) => a.pValue - b.pValue);
  let max = 0;
  for (const [rank, { pValue, index }] of order.entries()) {
    max = Math.max(max, Math.min(1, pValue * (pValues.length - rank)));
    adjusted[index] = max;
  }
  return adjusted;
}
