import type { Candidate, OptimizationRun } from '../../../packages/client';

/** Best first. */
const RANKED_OUTCOMES = [
  'better',
  'not_better',
  'constraints_not_shown',
  'constraints_violated',
  'coverage_too_low',
] satisfies Outcome[];
type Outcome = NonNullable<Candidate['assessment']>['verdict'];

/**
 * The candidate to name at completion: the measured one with the best assessment by the service, then with
 * the better value of the objective, then the earliest. Null if none was measured.
 */
export function bestCandidate(
  candidates: readonly Candidate[],
  { direction }: OptimizationRun['objective'],
): Candidate | null {
  const ranked = candidates.flatMap((candidate) => {
    const { status, assessment } = candidate;
    if (status !== 'measured' || assessment === null) return [];
    const value = assessment.objective.candidate ?? Number.NaN;
    return [
      {
        candidate,
        rank: RANKED_OUTCOMES.indexOf(assessment.verdict),
        cost: direction === 'minimize' ? value : -value,
      },
    ];
  });
  // Sorting is stable; a missing value is the worst.
  ranked.sort((left, right) => left.rank - right.rank || finite(left.cost) - finite(right.cost));
  return ranked[0]?.candidate ?? null;
}

function finite(cost: number): number {
  return Number.isNaN(cost) ? Number.MAX_VALUE : cost;
}
