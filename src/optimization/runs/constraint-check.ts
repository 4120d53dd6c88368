import { type DifferenceTest, pairsToShow } from '../../../packages/statistics';
import type { ItemFindings } from '../../experiments/store/experiment';
import type { Constraint, ConstraintCheck, ConstraintComparison } from './optimization-run';
import { metricOf, testDifference } from './paired-values';

const ALPHA = 0.05;

interface ComparedItems {
  baseline: readonly ItemFindings[];
  candidate: readonly ItemFindings[];
  seed: string;
}

/**
 * Checks a constraint. One on the value is met by the value of the candidate. One relative to the baseline is met by
 * the one-sided 95% bound of the difference, in the unit of the metric: the test of non-inferiority.
 */
export async function checkConstraint(
  constraint: Constraint,
  { baseline, candidate, seed }: ComparedItems,
): Promise<ConstraintCheck> {
  const value = metricOf(constraint, candidate);
  if (constraint.relativeTo === null) {
    return { ...constraint, value, isMet: value !== null && isWithin(constraint, value, value) };
  }
  const test = await testDifference(constraint, baseline, candidate, seed);
  const comparison = compare(constraint, test, metricOf(constraint, baseline));
  const { lowerBound, upperBound } = comparison;
  return { ...constraint, value, isMet: isWithin(constraint, lowerBound, upperBound), comparison };
}

/** Whether the observed difference itself is beyond a constraint, which no number of pairs would change. */
export function isViolated({ isMet, comparison, ...constraint }: ConstraintCheck): boolean {
  if (isMet) return false;
  if (comparison === undefined || comparison.pairs === 0) return true;
  return !isWithin(constraint, comparison.difference, comparison.difference);
}

function compare(
  { min, max }: Constraint,
  test: DifferenceTest,
  baseline: number | null,
): ConstraintComparison {
  const { difference, pairs } = test;
  const lowerBound = test.lowerBound(ALPHA);
  const upperBound = test.upperBound(ALPHA);
  const beyondMax = max !== null && (upperBound === null || upperBound > max);
  const beyondMin = min !== null && (lowerBound === null || lowerBound < min);
  const pairsNeeded = [
    ...(beyondMax ? [difference < max ? pairsToShow(test, max, ALPHA) : null] : []),
    ...(beyondMin ? [difference > min ? pairsToShow(test, min, ALPHA) : null] : []),
  ];
  return {
    baseline,
    difference,
    lowerBound,
    upperBound,
    pValue: Math.max(max === null ? 0 : test.pBelow(max), min === null ? 0 : test.pAbove(min)),
    pairs,
    pairsNeeded:
      pairsNeeded.length === 0 || pairsNeeded.includes(null)
        ? null
        : Math.max(...pairsNeeded.map((one) => one ?? 0)),
  };
}

function isWithin({ min, max }: Pick<Constraint, 'min' | 'max'>, low: number | null, high: number | null) {
  return (min === null || (low !== null && low >= min)) && (max === null || (high !== null && high <= max));
}
