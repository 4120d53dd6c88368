import type { YesCount } from './paired-tests';

/** Groups of outcomes that have the same numbers. */
export interface EqualGroups extends YesCount {
  groups: number;
}

/** Where the variance of yes/no outcomes in groups comes from. */
export interface ShareVariance {
  groups: number;
  outcomes: number;
  /** Variance of the groups' probabilities of yes. */
  between: number;
  /** Mean variance of the outcomes of one group. */
  within: number;
  /** Share of the variance that is between groups; null if all outcomes are equal. */
  intraclassCorrelation: number | null;
  /** As many independent outcomes have a mean of the same precision; null if all outcomes are equal. */
  effectiveOutcomes: number | null;
}

/**
 * Estimates the variance components of a one-way random-effects model, for groups of any sizes, by the analysis of
 * variance: Searle, Casella and McCulloch, "Variance Components" (1992), section 3.6. A negative estimate between groups
 * is 0. The effective number is that of Kish, "Survey Sampling" (1965), section 5.4. Null without a group of several
 * outcomes, or with less than two groups.
 */
export function shareVariance(counted: readonly EqualGroups[]): ShareVariance | null {
  const sum = (numberOf: (group: EqualGroups) => number) =>
    counted.reduce((total, group) => total + group.groups * numberOf(group), 0);
  const groups = sum(() => 1);
  const outcomes = sum(({ count }) => count);
  if (groups < 2 || outcomes === groups) return null;
  const squaredSizes = sum(({ count }) => count ** 2);
  const mean = sum(({ yes }) => yes) / outcomes;
  const within = sum(({ yes, count }) => yes * (1 - yes / count)) / (outcomes - groups);
  const betweenMeans = sum(({ yes, count }) => count * (yes / count - mean) ** 2) / (groups - 1);
  const typicalSize = (outcomes - squaredSizes / outcomes) / (groups - 1);
  const between = Math.max(0, (betweenMeans - within) / typicalSize);
  const intraclassCorrelation = between + within === 0 ? null : between / (between + within);
  return {
    groups,
    outcomes,
    between,
    within,
    intraclassCorrelation,
    effectiveOutcomes:
      intraclassCorrelation === null
        ? null
        : outcomes / (1 + (squaredSizes / outcomes - 1) * intraclassCorrelation),
  };
}
