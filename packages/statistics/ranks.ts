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

/**
 * Returns a function that computes the area under the ROC curve, with `weights[i]` as the weight of case i:
 * the probability that a positive scores above a negative, counting a tie as one half (Mann and Whitney,
 * 1947). Null without a positive or without a negative. Cases are sorted once, for the many weightings of a
 * bootstrap.
 */
export function aucOf(
  cases: { score: number; isPositive: boolean }[],
): (weights: ArrayLike<number>) => number | null {
  const order = cases.map((_, index) => index).sort((a, b) => scoreAt(cases, a) - scoreAt(cases, b));
  return (weights) => {
    let positives = 0;
    let negatives = 0; // with a lower score
    let wins = 0;
    for (let from = 0, to = 0; from < order.length; from = to) {
      const score = scoreAt(cases, order[from] ?? 0);
      let tiedPositives = 0;
      let tiedNegatives = 0;
      for (; to < order.length && scoreAt(cases, order[to] ?? 0) === score; to += 1) {
        const index = order[to] ?? 0;
        if (cases[index]?.isPositive) tiedPositives += weights[index] ?? 0;
        else tiedNegatives += weights[index] ?? 0;
      }
      wins += tiedPositives * (negatives + tiedNegatives / 2);
      positives += tiedPositives;
      negatives += tiedNegatives;
    }
    return positives > 0 && negatives > 0 ? wins / (positives * negatives) : null;
  };
}

function scoreAt(cases: { score: number }[], index: number): number {
  return cases[index]?.score ?? 0;
}
