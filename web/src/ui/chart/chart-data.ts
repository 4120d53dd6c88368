/** A bucket of a chart over time. */
export interface ChartPoint {
  /** Unix seconds. */
  start: number;
  /** Null is a gap. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** What the value is about; the strip below the chart. */
  count: number;
  /** About too little to be relied on. */
  isFaded: boolean;
}

export interface ChartData {
  bucketSeconds: number;
  points: readonly ChartPoint[];
  /** The end of the axis. */
  maxValue: number;
}

/** Marks a time at which something began. */
export interface ChartFlag {
  /** Unix seconds. */
  at: number;
  name: string;
  /** The URL of a page about it. */
  to: string;
}

/** The buckets between two others, the ends included. */
export interface ChartRange {
  first: number;
  last: number;
}

/** The first and last second of the axis. */
export function getExtent({ points, bucketSeconds }: ChartData): [number, number] {
  return [points[0]?.start ?? 0, (points.at(-1)?.start ?? 0) + bucketSeconds];
}

/** Where a time is on the axis, 0..1. */
export function toShare(data: ChartData, seconds: number): number {
  const [first, last] = getExtent(data);
  return last === first ? 0 : Math.min(1, Math.max(0, (seconds - first) / (last - first)));
}

/** The period of the buckets of a range, in ISO 8601. */
export function toPeriod({ points, bucketSeconds }: ChartData, { first, last }: ChartRange) {
  const toIso = (seconds: number) => new Date(1000 * seconds).toISOString();
  return {
    from: toIso(points[first]?.start ?? 0),
    to: toIso((points[last]?.start ?? 0) + bucketSeconds),
  };
}

/** The part of the width that a character of a flag takes in a chart of medium width. */
const CHARACTER_SHARE = 0.011;
const MAX_FLAG_ROWS = 2;

interface PlacedFlag extends ChartFlag {
  share: number;
  /** The name ends at its line instead of beginning there. */
  isBefore: boolean;
  /** The name has no place; only its line is drawn. */
  row: number | null;
}

/** Gives each name the first row in which it overlaps no other. */
export function placeFlags(data: ChartData, flags: readonly ChartFlag[]): PlacedFlag[] {
  const rows: [start: number, end: number][][] = Array.from({ length: MAX_FLAG_ROWS }, () => []);
  return flags
    .toSorted((one, other) => one.at - other.at)
    .map((flag) => {
      const share = toShare(data, flag.at);
      const length = (flag.name.length + 2) * CHARACTER_SHARE;
      const isBefore = share + length > 1;
      const [start, end] = isBefore ? [share - length, share] : [share, share + length];
      const row = rows.findIndex((taken) => taken.every(([from, to]) => end <= from || to <= start));
      rows[row]?.push([start, end]);
      return { ...flag, share, isBefore, row: row === -1 ? null : row };
    });
}

/** The bucket that a key selects; null for another key. */
export function moveIndex(key: string, index: number | null, { points }: ChartData): number | null {
  const last = points.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step =
    key === 'ArrowRight' || key === 'ArrowUp' ? 1 : key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 0;
  if (step === 0) return null;
  return index === null ? last : Math.min(last, Math.max(0, index + step));
}
