import type { IssuesBucket } from '../../api/types';

/** Computes the share of flagged messages over all buckets; null without evaluated messages. */
export function computeIssueRate(buckets: readonly IssuesBucket[]): {
  evaluated: number;
  flagged: number;
  rate: number | null;
} {
  let evaluated = 0;
  let flagged = 0;
  for (const bucket of buckets) {
    evaluated += bucket.evaluated_message_count;
    flagged += bucket.flagged_message_count;
  }
  return { evaluated, flagged, rate: evaluated === 0 ? null : flagged / evaluated };
}

/**
 * Converts buckets to chart data: Unix seconds, evaluated messages, and the issue rate in percent, null
 * without evaluated messages.
 */
export function toChartData(buckets: readonly IssuesBucket[]): [number[], number[], (number | null)[]] {
  return [
    buckets.map(({ bucket_start: start }) => Date.parse(start) / 1000),
    buckets.map((bucket) => bucket.evaluated_message_count),
    buckets.map((bucket) => {
      const { rate } = computeIssueRate([bucket]);
      return rate === null ? null : 100 * rate;
    }),
  ];
}
