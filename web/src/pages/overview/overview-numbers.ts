import type { GetResponse } from '../../api/types';
import { formatShare } from '../../text/numbers';
import type { ChartData } from '../../ui/chart/chart-data';

export const DAY_SECONDS = 86_400;

/** With fewer evaluated messages a rate is faded. */
export const MIN_EVALUATED = 30;

/** Fewer would not show a course. */
const MIN_BUCKETS = 6;

export type Series = GetResponse<'/v1/analytics/issues-timeseries'>;

/** The buckets from the first one with messages on, but at least the last six. */
function withoutLeadingEmpty(buckets: Series['buckets']): Series['buckets'] {
  const first = buckets.findIndex(
    ({ evaluated_message_count: evaluated, not_judgeable_message_count: notJudgeable }) =>
      evaluated + notJudgeable > 0,
  );
  return buckets.slice(Math.max(0, Math.min(first, buckets.length - MIN_BUCKETS)));
}

/** A series without the empty time before its first message. */
export function trimSeries(series: Series): Series {
  return { ...series, buckets: withoutLeadingEmpty(series.buckets) };
}

/** The axis contains every rate, and the intervals of those that are not faded, or of all if all are. */
export function toChartData({
  buckets,
  bucket_seconds: bucketSeconds,
}: Pick<Series, 'buckets' | 'bucket_seconds'>): ChartData {
  const points = buckets.map((bucket) => ({
    start: Date.parse(bucket.bucket_start) / 1000,
    value: bucket.issue_rate,
    low: bucket.interval_low,
    high: bucket.interval_high,
    count: bucket.evaluated_message_count,
    isFaded: bucket.evaluated_message_count < MIN_EVALUATED,
  }));
  const areAllFaded = points.every(({ isFaded }) => isFaded);
  const highest = Math.max(
    0.01,
    ...points.map(({ value, high, isFaded }) => (isFaded && !areAllFaded ? value : high) ?? 0),
  );
  return { bucketSeconds, points, maxValue: Math.min(1, highest * 1.1) };
}

/** Formats the size of a bucket in its largest whole unit: `30 minutes`, `1 day`. */
export function formatBucketSize(seconds: number): string {
  const [name, unit]: [string, number] =
    seconds % DAY_SECONDS === 0
      ? ['day', DAY_SECONDS]
      : seconds % 3600 === 0
        ? ['hour', 3600]
        : ['minute', 60];
  const count = seconds / unit;
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}

/** What a sampled response counts: "Counted in 6.3% of the conversations." */
export function describeSample(share: number): string {
  return `Counted in ${formatShare(share)} of the conversations.`;
}
