import { type ClusteredOutcomes, designEffect, intervalByEffect } from './clustered-outcomes';
import { normalCdf } from './distributions';
import type { Interval } from './intervals';
import { independentDifference } from './rate-tests';

/** A test whether two shares are equal. */
interface DifferenceOfShares {
  /** The second share minus the first. */
  estimate: number;
  standardError: number;
  /** Two-sided. */
  pValue: number;
  /** The smallest that as many yes could have: all of them in one of the two samples. */
  minPValue: number;
}

/**
 * Tests the difference of the shares of two samples whose outcomes are alike within clusters, each with at least one
 * outcome. Both have one design effect, that of the deviations from their own share: Rao and Scott, Biometrics 48 (1992)
 * 577-585, pooled as in Donner and Klar, "Design and Analysis of Cluster Randomization Trials" (2000), section 6.2. The
 * variance is the larger one of equal shares and of the observed ones: by that of equal shares, a tiny sample with one
 * yes differs from a large one without.
 */
export function testDifference(first: ClusteredOutcomes, second: ClusteredOutcomes): DifferenceOfShares {
  const effect = designEffect([first, second]);
  const of = (yesOfFirst: number, yesOfSecond: number) => {
    const [one, other] = [yesOfFirst / first.outcomes, yesOfSecond / second.outcomes];
    const pooled = (yesOfFirst + yesOfSecond) / (first.outcomes + second.outcomes);
    const ofEqual = pooled * (1 - pooled) * (1 / first.outcomes + 1 / second.outcomes);
    const ofObserved = (one * (1 - one)) / first.outcomes + (other * (1 - other)) / second.outcomes;
    const estimate = other - one;
    const standardError = Math.sqrt(effect * Math.max(ofEqual, ofObserved));
    return {
      estimate,
      standardError,
      pValue: estimate === 0 ? 1 : 2 * normalCdf(-Math.abs(estimate) / standardError),
    };
  };
  const yes = first.yes + second.yes;
  const inFirst = Math.min(yes, first.outcomes);
  const inSecond = Math.min(yes, second.outcomes);
  return {
    ...of(first.yes, second.yes),
    minPValue: Math.min(of(inFirst, yes - inFirst).pValue, of(yes - inSecond, inSecond).pValue),
  };
}

/** The 95% interval of that difference, from those of both shares. */
export function differenceInterval(first: ClusteredOutcomes, second: ClusteredOutcomes): Interval {
  const effect = designEffect([first, second]);
  const toEstimated = (sums: ClusteredOutcomes) => ({
    estimate: sums.yes / sums.outcomes,
    interval: intervalByEffect(sums, effect),
  });
  return independentDifference(toEstimated(first), toEstimated(second)).interval;
}
