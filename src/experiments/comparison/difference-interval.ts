import { type BootstrapInterval, bootstrapMean } from '../../../packages/statistics';

/** What seeds the resampling of differences between two sides. */
export interface Resampling {
  seed: string;
  /** Whether the sides are in the reverse of the order that is resampled. */
  isReversed: boolean;
}

/** The resampling for two experiments, one of which may be the other. */
export function resamplingOf({ first, second }: { first: string; second: string }): Resampling {
  return first <= second
    ? { seed: `${first}/${second}`, isReversed: false }
    : { seed: `${second}/${first}`, isReversed: true };
}

/**
 * The bootstrap interval of the mean difference; null without differences. It is deterministic, and that of the
 * reverse comparison is its mirror image: both resample the differences in the same direction with the same seed.
 */
export async function intervalOfDifferences(
  differences: readonly number[],
  { seed, isReversed }: Resampling,
): Promise<BootstrapInterval | null> {
  if (!isReversed) return bootstrapMean(differences, seed);
  const mirrored = await bootstrapMean(
    differences.map((difference) => 0 - difference),
    seed,
  );
  return mirrored && { ...mirrored, low: 0 - mirrored.high, high: 0 - mirrored.low };
}
