import { setImmediate } from 'node:timers/promises';
import { seededRandom } from '../../packages/statistics';

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
