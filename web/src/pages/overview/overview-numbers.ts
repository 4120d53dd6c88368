import type { GetResponse } from '../../api/types';

export const DAY_SECONDS = 86_400;

/** With fewer evaluated messages a rate is faded. */
export const MIN_EVALUATED = 30;

export interface ChartPoint {
  /** Unix seconds. */
  start: number;
  evaluated: number;
  notJudgeable: number;
  /** 0..1; null without evaluated messages, which is a gap. */
  rate: number | null;
  low: number | null;
  high: number | null;
  isFaded: boolean;
}

export interface ChartData {
  bucketSeconds: number;
  points: ChartPoint[];
  /** The end of the axis: contains every rate, and the intervals of those that are not faded, or of all if all are. */
  maxRate: number;
}

export function toChartData({
  buckets,
  bucket_seconds: bucketSeconds,
}: Pick<GetResponse<'/v1/analytics/issues-timeseries'>, 'buckets' | 'bucket_seconds'>): ChartData {
  const points = buckets.map((bucket) => ({
    start: Date.parse(bucket.bucket_start) / 1000,
    evaluated: bucket.evaluated_message_count,
    notJudgeable: bucket.not_judgeable_message_count,
    rate: bucket.issue_rate,
    low: bucket.interval_low,
    high: bucket.interval_high,
    isFaded: bucket.evaluated_message_count < MIN_EVALUATED,
  }));
  const areAllFaded = points.every(({ isFaded }) => isFaded);
  const highest = Math.max(
    0.01,
    ...points.map(({ rate, high, isFaded }) => (isFaded && !areAllFaded ? rate : high) ?? 0),
  );
  return { bucketSeconds, points, maxRate: Math.min(1, highest * 1.1) };
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
