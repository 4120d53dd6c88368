import { aucOf } from '../../../packages/statistics';
import type { ArgumentCounts } from './argument-counts';
import type { JudgedOutcome } from './case-outcome';
import { ratesOf, ratio } from './rates';
import { bootstrapOverSources, type Estimate, type Statistic } from './source-bootstrap';
import type { CharacterCounts } from './span-counts';

/** A case with a verdict. */
export interface JudgedCase {
  source: string;
  isHallucinated: boolean;
  judged: JudgedOutcome;
}

export type ResponseMeasures = Record<'precision' | 'recall' | 'f1' | 'auc' | 'cleanFlagged', Estimate>;
export type RateMeasures = Record<'precision' | 'recall' | 'f1', Estimate>;

/** A reply with an annotation counts as flagged. Only the AUC uses scores, of the cases that have one. */
export function measureResponses(cases: JudgedCase[]): ResponseMeasures {
  const scored = cases.flatMap(({ isHallucinated: isPositive, judged: { score } }, index) =>
    score === null ? [] : [{ index, score, isPositive }],
  );
  const auc = aucOf(scored);
  const flags = cases.map(({ isHallucinated, judged: { isFlagged } }) => ({
    isGold: isHallucinated,
    isFlagged,
  }));
  const statistic: Statistic<keyof ResponseMeasures> = (weights) => {
    const counts = countFlags(flags, weights);
    return {
      ...ratesOf(counts),
      auc: auc(scored.map(({ index }) => weights[index] ?? 0)),
      cleanFlagged: ratio(counts.predicted - counts.right, counts.total - counts.gold),
    };
  };
  return bootstrapOverSources(sourcesOf(cases), statistic);
}

/**
 * Micro-averaged over characters, as in RAGTruth (Niu et al., ACL 2024): precision is the share of annotated
 * characters that are inside a known error, recall the share of the characters of known errors that are
 * annotated.
 */
export function measureCharacters(cases: (JudgedCase & { counts: CharacterCounts })[]): RateMeasures {
  const rows = cases.map(({ counts }) => counts);
  return bootstrapOverSources(sourcesOf(cases), (weights) => {
    const { predicted, gold, shared } = weightedSum(rows, weights, ['predicted', 'gold', 'shared']);
    return { ...ratesOf({ predicted, right: shared, gold, found: shared }) };
  });
}

/** Per argument. */
export function measureArguments(cases: (JudgedCase & { counts: ArgumentCounts })[]): RateMeasures {
  const rows = cases.map(({ counts }) => counts);
  return bootstrapOverSources(sourcesOf(cases), (weights) => ({
    ...ratesOf(weightedSum(rows, weights, ['predicted', 'right', 'gold', 'found'])),
  }));
}

/** Per message: whether a message with a wrong argument is flagged, for any argument. */
export function measureCallingMessages(cases: (JudgedCase & { counts: ArgumentCounts })[]): RateMeasures {
  const flags = cases.map(({ counts }) => ({ isGold: counts.gold > 0, isFlagged: counts.predicted > 0 }));
  return bootstrapOverSources(sourcesOf(cases), (weights) => ({ ...ratesOf(countFlags(flags, weights)) }));
}

function countFlags(flags: { isGold: boolean; isFlagged: boolean }[], weights: ArrayLike<number>) {
  const counts = { predicted: 0, right: 0, gold: 0, found: 0, total: 0 };
  flags.forEach(({ isGold, isFlagged }, index) => {
    const weight = weights[index] ?? 0;
    counts.total += weight;
    if (isGold) counts.gold += weight;
    if (isFlagged) counts.predicted += weight;
    if (isGold && isFlagged) counts.right += weight;
  });
  counts.found = counts.right;
  return counts;
}

function weightedSum<Name extends string>(
  rows: Record<Name, number>[],
  weights: ArrayLike<number>,
  names: Name[],
): Record<Name, number> {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  rows.forEach((row, index) => {
    const weight = weights[index] ?? 0;
    for (const name of names) sums[name] += weight * row[name];
  });
  return sums;
}

function sourcesOf(cases: JudgedCase[]): string[] {
  return cases.map(({ source }) => source);
}
