/**
 * The quantile of ascending numbers at `probability`, interpolated between neighbors (Hyndman and Fan's type
 * 7). Null without numbers.
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number | null {
  if (sorted.length === 0) return null;
  const rank = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? 0;
  return below + (above - below) * (rank - Math.floor(rank));
}
