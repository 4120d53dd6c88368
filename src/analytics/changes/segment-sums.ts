import type { ClusteredOutcomes, OutcomeCount } from '../../../packages/statistics';

/**
 * Whether replies are in a segment, of all replies. The sum over conversations of all replies × those in the segment is
 * unknown; it is at least that of their squares, by which the variance is too large rather than too small.
 */
export function amongAll(segment: ClusteredOutcomes, whole: ClusteredOutcomes): ClusteredOutcomes {
  return {
    clusters: whole.clusters,
    outcomes: whole.outcomes,
    squaredOutcomes: whole.squaredOutcomes,
    yes: segment.outcomes,
    yesClusters: segment.clusters,
    allYesClusters: segment.outcomes === whole.outcomes ? segment.clusters : 0,
    yesTimesOutcomes: segment.squaredOutcomes,
    squaredYes: segment.squaredOutcomes,
  };
}

/** The replies outside a segment. The sums are exact if each conversation is entirely inside or outside. */
export function outsideOf(segment: ClusteredOutcomes, whole: ClusteredOutcomes): ClusteredOutcomes {
  return mapSums(whole, (name) => Math.max(0, whole[name] - segment[name]));
}

export function addSums(one: ClusteredOutcomes, other: ClusteredOutcomes): ClusteredOutcomes {
  return mapSums(one, (name) => one[name] + other[name]);
}

/** The sums of some of the outcomes, whose conversations are like the others. */
export function scaleTo(sums: ClusteredOutcomes, { outcomes, yes }: OutcomeCount): ClusteredOutcomes {
  const ofOutcomes = sums.outcomes === 0 ? 0 : outcomes / sums.outcomes;
  const ofYes = sums.yes === 0 ? 0 : yes / sums.yes;
  return {
    outcomes,
    yes,
    clusters: sums.clusters * ofOutcomes,
    squaredOutcomes: sums.squaredOutcomes * ofOutcomes,
    yesClusters: sums.yesClusters * ofYes,
    allYesClusters: sums.allYesClusters * ofYes,
    yesTimesOutcomes: sums.yesTimesOutcomes * ofYes,
    squaredYes: sums.squaredYes * ofYes,
  };
}

function mapSums(
  sums: ClusteredOutcomes,
  sumOf: (name: keyof ClusteredOutcomes) => number,
): ClusteredOutcomes {
  const names = Object.keys(sums) as (keyof ClusteredOutcomes)[];
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as unknown as ClusteredOutcomes;
}
