import type { CaseOutcome } from './case-outcome';
import { ratio } from './rates';
import { bootstrapOverSources, type Estimate } from './source-bootstrap';

/** Lengths in words that differ by at most this count as equal. */
const SAME_LENGTH_WORDS = 2;

/** A correct and a hallucinated reply to the same request. */
export interface CasePair {
  source: string;
  /**
   * 1 if the hallucinated reply has the higher score, 0 if the correct one has, ½ for a tie; null if a score
   * is missing.
   */
  order: number | null;
  /**
   * The same with the number of words in place of the score: the baseline of a classifier that only knows
   * lengths.
   */
  orderByLength: number;
  isLengthMatched: boolean;
}

export interface PairOrdering {
  pairs: number;
  /** Pairs in which a reply has no score; excluded from the accuracy. */
  unscored: number;
  ties: number;
  accuracy: Estimate;
  accuracyByLength: Estimate;
}

/** A pair is two cases with the same `pair`, exactly one of them hallucinated. */
export function findPairs(outcomes: CaseOutcome[]): CasePair[] {
  const groups = new Map<string, CaseOutcome[]>();
  for (const outcome of outcomes) {
    if (outcome.pair === null) continue;
    const group = groups.get(outcome.pair);
    if (group === undefined) groups.set(outcome.pair, [outcome]);
    else group.push(outcome);
  }
  return [...groups.values()].flatMap((group) => {
    const wrong = group.filter(({ isHallucinated }) => isHallucinated);
    const right = group.filter(({ isHallucinated }) => !isHallucinated);
    const [one, other] = [wrong[0], right[0]];
    if (one === undefined || other === undefined || group.length !== 2) return [];
    return [buildPair(one, other)];
  });
}

/** The share of pairs in the correct order; a tie counts as one half. */
export function measureOrdering(pairs: CasePair[]): PairOrdering {
  const scored = pairs.filter(({ order }) => order !== null);
  const sources = scored.map(({ source }) => source);
  const estimates = bootstrapOverSources(sources, (weights) => ({
    accuracy: weightedMean(
      scored.map(({ order }) => order ?? 0),
      weights,
    ),
    accuracyByLength: weightedMean(
      scored.map(({ orderByLength }) => orderByLength),
      weights,
    ),
  }));
  return {
    pairs: pairs.length,
    unscored: pairs.length - scored.length,
    ties: scored.filter(({ order }) => order === 0.5).length,
    ...estimates,
  };
}

function buildPair(wrong: CaseOutcome, right: CaseOutcome): CasePair {
  const wrongScore = wrong.judged?.score ?? null;
  const rightScore = right.judged?.score ?? null;
  return {
    source: wrong.source,
    order: wrongScore === null || rightScore === null ? null : orderOf(wrongScore, rightScore),
    orderByLength: orderOf(wrong.words, right.words),
    isLengthMatched: Math.abs(wrong.words - right.words) <= SAME_LENGTH_WORDS,
  };
}

function orderOf(wrong: number, right: number): number {
  if (wrong === right) return 0.5;
  return wrong > right ? 1 : 0;
}

function weightedMean(values: number[], weights: ArrayLike<number>): number | null {
  let sum = 0;
  let total = 0;
  values.forEach((value, index) => {
    sum += value * (weights[index] ?? 0);
    total += weights[index] ?? 0;
  });
  return ratio(sum, total);
}
