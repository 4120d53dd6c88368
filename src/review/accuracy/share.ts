import { type ClusteredOutcomes, clusteredInterval, wilsonInterval } from '../../../packages/statistics';

/** A share of `count` with its 95% interval; the value is null without any. */
export interface Share {
  value: number | null;
  low: number;
  high: number;
  count: number;
}

export function toShare(part: number, count: number): Share {
  return { value: count === 0 ? null : part / count, ...wilsonInterval(part, count), count };
}

export function toClusteredShare(outcomes: ClusteredOutcomes): Share {
  const { yes, outcomes: count } = outcomes;
  return { value: count === 0 ? null : yes / count, ...clusteredInterval(outcomes), count };
}
