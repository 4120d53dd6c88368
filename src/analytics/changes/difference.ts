import { differenceInterval, type Interval } from '../../../packages/statistics';
import type { PeriodPair } from './segment';

export interface RateDifference {
  /** The later rate minus the earlier one. */
  value: number;
  /** 95%, by conversation. */
  interval: Interval;
}

/** The difference of the rates of two periods; null if one has no evaluated reply. */
export function rateDifference({ before, after }: PeriodPair): RateDifference | null {
  if (before.outcomes === 0 || after.outcomes === 0) return null;
  return {
    value: after.yes / after.outcomes - before.yes / before.outcomes,
    interval: differenceInterval(before, after),
  };
}
