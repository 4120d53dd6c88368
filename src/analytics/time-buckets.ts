import { ValidationError } from '../platform/errors/app-error';
import { DAY_MS, floorTo, HOUR_MS, type Interval } from './interval';

export const bucketNames = ['minute', '10_minutes', 'hour', 'day'] as const;
export type BucketName = (typeof bucketNames)[number];

export const bucketMs: Record<BucketName, number> = {
  minute: 60_000,
  '10_minutes': 600_000,
  hour: HOUR_MS,
  day: DAY_MS,
};

export const MAX_BUCKETS = 1500;

/**
 * The starts of the buckets that a window overlaps, in order.
 * @throws ValidationError for more than MAX_BUCKETS
 */
export function bucketStarts({ start, end }: Interval, name: BucketName): number[] {
  const size = bucketMs[name];
  const first = floorTo(start, size);
  const count = Math.max(0, Math.ceil((end - first) / size));
  if (count > MAX_BUCKETS) {
    const error = `the time range spans ${count} buckets of this size; at most ${MAX_BUCKETS} are allowed`;
    throw new ValidationError([
      {
        loc: ['query', 'bucket'],
        msg: `Value error, ${error}`,
        type: 'value_error',
        input: name,
        ctx: { error, bucket_count: count, limit: MAX_BUCKETS },
      },
    ]);
  }
  return Array.from({ length: start < end ? count : 0 }, (_, index) => first + index * size);
}
