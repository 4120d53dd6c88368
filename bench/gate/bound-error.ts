import { scoreUpperBound } from '../../packages/statistics';

const logFactorials = [0];
for (let k = 1; k <= 400; k += 1) logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k));
const NUISANCES = 40;

/**
 * The largest probability that `not_worse` is decided although the worsening is `minEffect`, over all shares of pairs that
 * got better: the exact error of the score bound.
 */
export function maxBoundError(pairs: number, minEffect: number): number {
  const passing: [better: number, worse: number][] = [];
  for (let better = 0; better <= pairs; better += 1) {
    for (let worse = 0; worse <= pairs - better; worse += 1) {
      const bound = scoreUpperBound({ pairs, onlyInFirst: better, onlyInSecond: worse });
      if (bound >= minEffect) break; // it grows with the pairs that got worse
      passing.push([better, worse]);
    }
  }
  const errors = Array.from({ length: NUISANCES + 1 }, (_, step) => {
    const rate = ((1 - minEffect) / 2) * (step / NUISANCES);
    return passing.reduce(
      (sum, [better, worse]) => sum + trinomial(pairs, [better, rate], [worse, rate + minEffect]),
      0,
    );
  });
  return Math.max(...errors);
}

type Cell = readonly [count: number, probability: number];

function trinomial(pairs: number, better: Cell, worse: Cell): number {
  const rest: Cell = [pairs - better[0] - worse[0], 1 - better[1] - worse[1]];
  let log = logFactorials[pairs] ?? 0;
  for (const [count, probability] of [better, worse, rest]) {
    if (count === 0) continue;
    if (probability <= 1e-12) return 0;
    log += count * Math.log(probability) - (logFactorials[count] ?? 0);
  }
  return Math.exp(log);
}
