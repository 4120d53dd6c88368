/**
 * The quantile of ascending numbers at `probability`, interpolated between neighbors (Hyndman and Fan's type
 * 7). Null without numbers.
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number | null {
  return interpolate((rank) => sorted[rank] ?? 0, sorted.length, probability);
}

/** The same quantile of a histogram, which maps each value to its number of occurrences. */
export function histogramQuantile(
  occurrences: ReadonlyMap<number, number>,
  probability: number,
): number | null {
  const ascending = [...occurrences].sort(([one], [other]) => one - other);
  const total = ascending.reduce((sum, [, count]) => sum + count, 0);
  const valueAt = (rank: number): number => {
    let before = 0;
    for (const [value, count] of ascending) {
      before += count;
      if (rank < before) return value;
    }
    throw new RangeError('The rank is beyond the last value');
  };
  return interpolate(valueAt, total, probability);
}

function interpolate(valueAt: (rank: number) => number, count: number, probability: number): number | null {
  if (count === 0) return null;
  const rank = (count - 1) * probability;
  const below = valueAt(Math.floor(rank));
  const above = valueAt(Math.ceil(rank));
  return below + (above - below) * (rank - Math.floor(rank));
}
