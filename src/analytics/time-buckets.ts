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

/** `auto` adapts the size to the number of evaluated messages. */
export const bucketChoices = [...bucketNames, 'auto'] as const;
export type BucketChoice = (typeof bucketChoices)[number];

export const MAX_BUCKETS = 1500;

/** The number of buckets that a window overlaps. */
export function countBuckets({ start, end }: Interval, size: number): number {
  return start < end ? Math.ceil((end - floorTo(start, size)) / size) : 0;
}

/** The starts of the buckets that a window overlaps, in order. */
export function bucketStarts(window: Interval, size: number): number[] {
  const first = floorTo(window.start, size);
  return Array.from({ length: countBuckets(window, size) }, (_, index) => first + index * size);
}

/** @throws ValidationError for more than MAX_BUCKETS */
export function checkBuckets(window: Interval, name: BucketName): void {
  const count = countBuckets(window, bucketMs[name]);
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
}
