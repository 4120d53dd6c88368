import { wilsonInterval } from '../../../packages/statistics';

/** A share of `count` with its 95% interval; the value is null without any. */
export interface Share {
  value: number | null;
  low: number;
  high: number;
  count: number;
}

export function toShare(held: number, count: number): Share {
  return { value: count === 0 ? null : held / count, ...wilsonInterval(held, count), count };
}
