/**
 * The smallest bound that a further draw exceeds with a probability of at most `share`, over samples and the draw: of n
 * values the k-th largest, with k = ⌊share · (n + 1)⌋. The values and the draw only have to be exchangeable (split
 * conformal prediction: Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World", 2005; Lei et al., Journal
 * of the American Statistical Association 113 (2018) 1094–1111).
 * @returns null if there are too few values for any bound: fewer than 1 / `share` - 1
 */
export function conformalBound(values: readonly number[], share: number): number | null {
  const rank = Math.floor(share * (values.length + 1) + ROUNDING);
  return rank === 0 ? null : (values.toSorted((one, other) => other - one)[rank - 1] ?? null);
}

/** How many values are needed for a bound. */
export function minConformalCount(share: number): number {
  return Math.ceil(1 / share - 1 - ROUNDING);
}

/** 0.05 · 20 has to count as 1, also where binary fractions make it a little less. */
const ROUNDING = 1e-9;
