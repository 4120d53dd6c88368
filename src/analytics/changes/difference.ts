import { differenceInterval, type Interval } from '../../../packages/statistics';
import { isEmpty, type PeriodPair } from './segment';

export interface RateDifference {
  /** The later rate minus the earlier one. */
  value: number;
  /** 95%, by conversation. */
  interval: Interval;
}

/** The difference of the rates of two periods; null if one has no evaluated reply. */
export function rateDifference(pair: PeriodPair): RateDifference | null {
  if (isEmpty(pair)) return null;
  const { before, after } = pair;
  return {
    value: after.yes / after.outcomes - before.yes / before.outcomes,
    interval: differenceInterval(before, after),
  };
}
