import type { Interval } from './score-interval';

export interface Estimated {
  estimate: number;
  /** 95%; contains the estimate. */
  interval: Interval;
}

/**
 * The difference of two independent estimates, the second minus the first, with a 95% interval. The variances add up,
 * each recovered from the side of its interval that bounds the difference, which may be longer than the other: Zou and
 * Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27
 * (2008) 1693–1702.
 */
export function independentDifference(first: Estimated, second: Estimated): Estimated {
  const estimate = second.estimate - first.estimate;
  const below = Math.hypot(second.estimate - second.interval.low, first.interval.high - first.estimate);
  const above = Math.hypot(second.interval.high - second.estimate, first.estimate - first.interval.low);
  return { estimate, interval: { low: estimate - below, high: estimate + above } };
}
