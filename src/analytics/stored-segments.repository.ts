import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../../packages/concurrency';
import type { PeriodLevel } from '../conversations/changed-periods/changed-period';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { BlockValues } from './block-values';
import type { DimensionValues } from './dimension-values';
import { type Interval, timesIn } from './interval';
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
  interval: Interval,
  { dimensions, value }: SegmentChoice,
  lists: readonly RollupList[],
  { session, limit, values }: SegmentsRead,
): Promise<Map<number, Segments>> {
  const [dimension] = dimensions;
  if (dimension === undefined || level === 'era') return new Map();
  const names = value === null ? null : values.namesOf({ dimension, value });
  if (names?.length === 0) return new Map();
  const pieces = segmentsCollection().find(
    {
      workspaceId,
      level,
      start: timesIn(interval),
      dimension: { $in: [...dimensions] },
      ...(names !== null && { $or: names.map((name) => ({ [`sums.${name}`]: { $exists: true } })) }),
    },
    {
      projection: { start: 1, dimension: 1, ...textProjection(lists, names) },
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
  return new Map(
    await mapInSlices(named, ([at, period]): [number, Segments] => [
      at,
      new Map(
        [...period].map(([one, segments]) => toValues(one as Dimension, segments, value, values.at(at))),
      ),
    ]),
  );
}

/** The segments by value; if one is chosen, others that have its name in other blocks are left out. */
function toValues(
  dimension: Dimension,
  segments: ReadonlyMap<string, Rollup>,
  chosen: string | null,
  values: BlockValues,
): [Dimension, Map<string | null, Rollup>] {
  const named = [...segments].map(([name, rollup]): [string | null, Rollup] => [
    values.valueOf(dimension, name),
    rollup,
  ]);
  return [dimension, new Map(named.filter(([value]) => chosen === null || value === chosen))];
}

/** The documents of the segments of a period. */
export function toSegmentRecords(
  period: Pick<StoredSegmentsRecord, 'workspaceId' | 'level' | 'start' | 'version'>,
  segments: Segments,
  values: DimensionValues,
): StoredSegmentsRecord[] {
  const ofBlock = values.at(period.start.getTime());
  return [...segments].flatMap(([dimension, rollups]) => {
    const named = [...rollups].flatMap(([value, rollup]): [string, Rollup][] => {
      const name = ofBlock.nameOf({ dimension, value });
      return name === null ? [] : [[name, rollup]];
    });
    return serializeSegments(named).map((texts, piece) => ({ ...period, dimension, piece, ...texts }));
  });
}
