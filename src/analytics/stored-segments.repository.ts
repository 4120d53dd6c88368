import type { ClientSession } from 'mongoose';
import type { PeriodLevel } from '../conversations/changed-periods/changed-period';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { DimensionValues } from './dimension-values';
import type { Interval } from './interval';
import { getOrCreate, type Rollup } from './rollup';
import type { RollupList } from './rollup-text';
import type { Dimension, SegmentChoice, SegmentedRollup } from './segments';
import { addSegments, serializeSegments, textProjection } from './segments-text';
import { type StoredSegmentsRecord, segmentsCollection } from './stored-segments.model';

type Segments = SegmentedRollup['segments'];

interface SegmentsRead {
  session: ClientSession;
  limit: TimeLimit;
  values: DimensionValues;
}

/** The stored segments of the periods of one level that begin in the interval, by start. Reads only the given lists. */
export async function findSegments(
  workspaceId: string,
  level: PeriodLevel,
  { start, end }: Interval,
  { dimensions, value }: SegmentChoice,
  lists: readonly RollupList[],
  { session, limit, values }: SegmentsRead,
): Promise<Map<number, Segments>> {
  const [dimension] = dimensions;
  if (dimension === undefined) return new Map();
  const name = value === null ? null : values.nameOf({ dimension, value });
  if (value !== null && name === null) return new Map();
  const pieces = segmentsCollection().find(
    {
      workspaceId,
      level,
      start: { $gte: new Date(start), $lt: new Date(end) },
      dimension: { $in: [...dimensions] },
      ...(name !== null && { [`sums.${name}`]: { $exists: true } }),
    },
    {
      projection: { start: 1, dimension: 1, ...textProjection(lists, name) },
      session,
      ...limit.forOperation(),
    },
  );
  const named = new Map<number, Map<string, Map<string, Rollup>>>();
  for await (const piece of pieces) {
    const period = getOrCreate(named, piece.start.getTime(), () => new Map<string, Map<string, Rollup>>());
    addSegments(
      getOrCreate(period, piece.dimension, () => new Map<string, Rollup>()),
      piece,
    );
  }
  const byName = new Map<string, Map<string, string | null>>(
    dimensions.map((one) => [one, values.byName(one)]),
  );
  return new Map(
    [...named].map(([at, period]) => [
      at,
      new Map(
        [...period].map(([one, segments]) => [
          one as Dimension,
          new Map([...segments].map(([segment, rollup]) => [byName.get(one)?.get(segment) ?? null, rollup])),
        ]),
      ),
    ]),
  );
}

/** The documents of the segments of a period. */
export function toSegmentRecords(
  period: Pick<StoredSegmentsRecord, 'workspaceId' | 'level' | 'start' | 'version'>,
  segments: Segments,
  values: DimensionValues,
): StoredSegmentsRecord[] {
  return [...segments].flatMap(([dimension, rollups]) => {
    const named = [...rollups].flatMap(([value, rollup]): [string, Rollup][] => {
      const name = values.nameOf({ dimension, value });
      return name === null ? [] : [[name, rollup]];
    });
    return serializeSegments(named).map((texts, piece) => ({ ...period, dimension, piece, ...texts }));
  });
}
