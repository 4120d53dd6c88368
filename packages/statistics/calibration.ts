/** An observation: a number, and an outcome of 0 or 1. */
export interface Observation {
  score: number;
  outcome: number;
}

/** A point of a nondecreasing function that is linear between its knots and constant outside. */
export interface Knot {
  at: number;
  value: number;
}

interface Block {
  first: number;
  last: number;
  sum: number;
  count: number;
}

/**
 * Fits the nondecreasing function with the smallest sum of squared differences from the outcomes, by pooling adjacent
 * violators: Ayer et al., Annals of Mathematical Statistics 26 (1955) 641–647. As a calibration: Zadrozny and Elkan,
 * KDD 2002. Equal scores have one value; between two scores it is linear, as in scikit-learn's `IsotonicRegression`.
 * @returns knots by ascending `at`; none without observations
 */
export function fitIsotonic(observations: readonly Observation[]): Knot[] {
  const blocks: Block[] = [];
  for (let block of groupEqualScores(observations)) {
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (meanOf(before) < meanOf(block)) break;
      blocks.pop();
      const { first, sum, count } = before;
      block = { first, last: block.last, sum: sum + block.sum, count: count + block.count };
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => {
    const value = meanOf(block);
    const ends = block.first === block.last ? [block.first] : [block.first, block.last];
    return ends.map((at) => ({ at, value }));
  });
}

/** The value of a fitted function; `score` itself if it has no knots. */
export function evaluateIsotonic(knots: readonly Knot[], score: number): number {
  const next = knots.findIndex(({ at }) => at >= score);
  const right = next === -1 ? knots.at(-1) : knots[next];
  const left = knots[next - 1];
  if (right === undefined) return score;
  if (left === undefined || next === -1 || right.at === score) return right.value;
  return left.value + ((right.value - left.value) * (score - left.at)) / (right.at - left.at);
}

/** By ascending score. They are one block each before any is pooled, because they have one value. */
function groupEqualScores(observations: readonly Observation[]): Block[] {
  const blocks: Block[] = [];
  for (const { score, outcome } of observations.toSorted((one, other) => one.score - other.score)) {
    const last = blocks.at(-1);
    if (last?.last === score) {
      last.sum += outcome;
      last.count += 1;
    } else blocks.push({ first: score, last: score, sum: outcome, count: 1 });
  }
  return blocks;
}

function meanOf({ sum, count }: Block): number {
  return sum / count;
}

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
