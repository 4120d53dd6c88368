import { seededRandom } from '../../packages/statistics';

/** A seeded pseudo-random number generator. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform among 0 to `count - 1`. */
  below(count: number): number;
  chance(probability: number): boolean;
  /** Exponentially distributed with this mean. */
  wait(mean: number): number;
  /** Pareto distributed integers from 1, at most `most`. */
  tail(shape: number, most: number): number;
  /** An index in a list with these weights; `cumulative` is their running sum. */
  place(cumulative: readonly number[]): number;
}

export function makeRandom(seed: string): Random {
  const draw = seededRandom(seed);
  const next = () => draw() / 2 ** 32;
  return {
    next,
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    wait: (mean) => -Math.log(1 - next()) * mean,
    tail: (shape, most) => Math.min(most, Math.floor((1 - next()) ** (-1 / shape))),
    place(cumulative) {
      const target = next() * (cumulative.at(-1) ?? 0);
      const found = cumulative.findIndex((sum) => sum > target);
      return found === -1 ? cumulative.length - 1 : found;
    },
  };
}

/** Running sums of 1, 1/2, 1/3, …: the second entry is half as frequent as the first, and so on (Zipf). */
export function zipf(count: number, exponent = 1): number[] {
  let sum = 0;
  return Array.from({ length: count }, (_, index) => {
    sum += 1 / (index + 1) ** exponent;
    return sum;
  });
}
