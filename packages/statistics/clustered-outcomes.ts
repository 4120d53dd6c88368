import { betaQuantile } from './beta';
import { CONFIDENCE, type Interval } from './intervals';

const TAIL = (1 - CONFIDENCE) / 2;

/** How many yes/no outcomes a cluster has, and how many of them are yes. */
export interface Cluster {
  yes: number;
  outcomes: number;
}

/** Sums over clusters of the numbers that depend on their outcomes being yes. */
export interface YesSums {
  yes: number;
  /** Clusters with at least one yes. */
  yesClusters: number;
  /** Clusters without a no. */
  allYesClusters: number;
  yesTimesOutcomes: number;
  squaredYes: number;
}

/** Yes/no outcomes in clusters, as sums: those of disjoint sets of clusters add up. */
export interface ClusteredOutcomes extends YesSums {
  clusters: number;
  outcomes: number;
  squaredOutcomes: number;
}

export function emptyYesSums(): YesSums {
  return { yes: 0, yesClusters: 0, allYesClusters: 0, yesTimesOutcomes: 0, squaredYes: 0 };
}

export function emptyOutcomes(): ClusteredOutcomes {
  return { clusters: 0, outcomes: 0, squaredOutcomes: 0, ...emptyYesSums() };
}

/** Adds one cluster, which has at least one outcome. */
export function addCluster(sums: ClusteredOutcomes, cluster: Cluster): void {
  sums.clusters += 1;
  sums.outcomes += cluster.outcomes;
  sums.squaredOutcomes += cluster.outcomes ** 2;
  addYes(sums, cluster);
}

/** Adds to the sums of yes alone; a cluster without a yes changes nothing. */
export function addYes(sums: YesSums, { yes, outcomes }: Cluster): void {
  if (yes === 0) return;
  sums.yes += yes;
  sums.yesClusters += 1;
  if (yes === outcomes) sums.allYesClusters += 1;
  sums.yesTimesOutcomes += yes * outcomes;
  sums.squaredYes += yes ** 2;
}

/**
 * The 95% interval of a share whose outcomes are alike within clusters: Korn and Graubard, Survey Methodology 24 (1998)
 * 193-201, the interval of Clopper and Pearson for the effective number of outcomes. That is their number divided by a
 * design effect: the variance of a ratio (Cochran, "Sampling Techniques" (1977), section 6.3) relative to independent
 * outcomes. Few clusters with a yes, or with a no, say little about it. So the correlation within clusters that it
 * implies (Kish, "Survey Sampling" (1965), section 5.4) is averaged with 1, which has the weight of one such cluster,
 * and the larger design effect counts. [0, 1] without outcomes.
 */
export function clusteredInterval(sums: ClusteredOutcomes): Interval {
  return sums.outcomes === 0 ? { low: 0, high: 1 } : intervalByEffect(sums, designEffect([sums]));
}

/** The interval of a share of at least one outcome whose design effect is known. */
export function intervalByEffect({ outcomes, yes }: ClusteredOutcomes, effect: number): Interval {
  const effective = outcomes / effect;
  const effectiveYes = (yes / outcomes) * effective;
  return {
    low: yes === 0 ? 0 : betaQuantile(TAIL, effectiveYes, effective - effectiveYes + 1),
    high: yes === outcomes ? 1 : betaQuantile(1 - TAIL, effectiveYes + 1, effective - effectiveYes),
  };
}

/** One design effect of groups that may differ in their shares. Each has at least one outcome. */
export function designEffect(groups: readonly ClusteredOutcomes[]): number {
  const sumOf = (value: (group: ClusteredOutcomes) => number) =>
    groups.reduce((sum, group) => sum + value(group), 0);
  const clusters = sumOf((group) => group.clusters);
  const typicalSize = sumOf((group) => group.squaredOutcomes) / sumOf((group) => group.outcomes);
  const independent = sumOf(({ yes, outcomes }) => yes * (1 - yes / outcomes));
  if (typicalSize === 1) return 1;
  if (clusters <= groups.length || independent === 0) return typicalSize;
  const observed = ((clusters / (clusters - groups.length)) * sumOf(squaredDeviations)) / independent;
  const correlation = Math.min(1, Math.max(0, (observed - 1) / (typicalSize - 1)));
  const weight = Math.min(
    sumOf((group) => group.yesClusters),
    clusters - sumOf((group) => group.allYesClusters),
  );
  const cautious = (weight * correlation + 1) / (weight + 1);
  return Math.max(observed, 1 + (typicalSize - 1) * cautious);
}

function squaredDeviations({
  yes,
  outcomes,
  squaredYes,
  yesTimesOutcomes,
  squaredOutcomes,
}: ClusteredOutcomes) {
  const share = yes / outcomes;
  return squaredYes - 2 * share * yesTimesOutcomes + share * share * squaredOutcomes;
}
