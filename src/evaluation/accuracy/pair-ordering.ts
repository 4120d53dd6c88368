import type { CaseOutcome } from './case-outcome';
import { ratio } from './rates';
import { bootstrapOverSources, type Estimate } from './source-bootstrap';

/** Lengths this close, in words, are the same length. */
const SAME_LENGTH_WORDS = 2;

/** A right and a wrong answer to the same request. */
export interface CasePair {
  source: string;
  /** 1 when the wrong one has the higher score, 0 when the right one has, ½ for a tie; null when a score is missing. */
  order: number | null;
  /** The same for the number of words in place of the score: what knowing nothing but lengths would reach. */
  orderByLength: number;
  isLengthMatched: boolean;
}

export interface PairOrdering {
  pairs: number;
  /** Pairs in which an answer has no score; not part of the accuracy. */
  unscored: number;
  ties: number;
  accuracy: Estimate;
  accuracyByLength: Estimate;
}

/** Pairs are cases with the same `pair`, exactly one of them hallucinated and one not. */
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

/** The share of pairs put in the right order, a tie being half a success. */
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
