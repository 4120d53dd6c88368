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
