import { percentileInterval, seededRandom } from '../../../packages/statistics';

export const RESAMPLES = 1000;
export const SEED = 'assay';

/** A measured number with its 95% interval; null if it is undefined. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Computes numbers by name, over a sample in which case i counts `weights[i]` times. */
export type Statistic<Name extends string> = (weights: ArrayLike<number>) => Record<Name, number | null>;

/**
 * The statistic over all cases, with percentile intervals of a bootstrap over sources: replies about the same
 * document resemble each other, and resampling single replies would make the intervals too narrow. Davison
 * and Hinkley, "Bootstrap Methods and their Application" (1997), section 3.8. Deterministic for the same
 * sources and seed.
 */
export function bootstrapOverSources<Name extends string>(
  sources: readonly string[],
  statistic: Statistic<Name>,
  { resamples = RESAMPLES, seed = SEED } = {},
): Record<Name, Estimate> {
  const numbers = new Map<string, number>();
  const sourceOf = Int32Array.from(sources, (source) => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  });
  const values = statistic(new Float64Array(sources.length).fill(1));
  const names = Object.keys(values) as Name[];
  const samples = new Map(names.map((name): [Name, number[]] => [name, []]));

  const random = seededRandom(seed);
  const drawCounts = new Float64Array(numbers.size);
  for (let resample = 0; resample < resamples; resample += 1) {
    drawCounts.fill(0);
    for (let draw = 0; draw < drawCounts.length; draw += 1) {
      const source = Math.floor((random() / 2 ** 32) * drawCounts.length);
      drawCounts[source] = (drawCounts[source] ?? 0) + 1;
    }
    const weights = Float64Array.from(sourceOf, (source) => drawCounts[source] ?? 0);
    for (const [name, value] of Object.entries(statistic(weights)) as [Name, number | null][]) {
      if (value !== null) samples.get(name)?.push(value);
    }
  }
  const estimates = names.map((name): [Name, Estimate] => {
    const sorted = Float64Array.from(samples.get(name) ?? []).sort();
    return [name, { value: values[name], ...percentileInterval(sorted) }];
  });
  return Object.fromEntries(estimates) as Record<Name, Estimate>;
}
