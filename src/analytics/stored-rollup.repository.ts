import type { ClientSession } from 'mongoose';
import { childLevel, type PeriodLevel, periodMs } from '../conversations/changed-periods/changed-period';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { DimensionValues } from './dimension-values';
import { type Interval, noTime, timesIn } from './interval';
import { merge } from './merge';
import { parseRollup, type RollupList, serializeRollup } from './rollup-text';
import type { SegmentChoice, SegmentedRollup } from './segments';
import { rollupCollection, type StoredRollupRecord } from './stored-rollup.model';
import { segmentsCollection } from './stored-segments.model';
import { findSegments, toSegmentRecords } from './stored-segments.repository';

// In characters of one list. Eight lists of up to three bytes a character stay below MongoDB's limit of 16 MB.
const PIECE_LENGTH = 500_000;

export interface StoredRollup extends SegmentedRollup {
  version: string;
  freshUntil: Date | null;
  /** Whether its child periods are stored; then a missing child without a mark is empty. */
  isDivided: boolean;
  /** The tags whose values are segments of it. */
  tagKeys: readonly string[];
}

/** A rollup that replaces another version. */
export interface RollupWrite extends StoredRollup {
  level: PeriodLevel;
  /** Milliseconds since the epoch. */
  start: number;
  /** The version that it replaces; null: none was stored. */
  versionRead: string | null;
  /** Stored only to record that its period is divided; its counts are not built yet. */
  isPlaceholder: boolean;
  /** Its period becomes divided with this write: leftover rollups of its child periods are deleted. */
  dividesNow: boolean;
}

/**
 * The stored rollups of one level whose periods begin in the interval, by start. Reads only the given lists, and of
 * the whole none if one segment is chosen.
 */
export async function findRollups(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  { lists, choice }: { lists: readonly RollupList[]; choice: SegmentChoice },
  read: { session: ClientSession; limit: TimeLimit; values: DimensionValues },
): Promise<Map<number, StoredRollup>> {
  const [wholes, segments] = await Promise.all([
    findWholes(workspaceId, level, interval, choice.value === null ? lists : [], read),
    findSegments(workspaceId, level, interval, choice, lists, read),
  ]);
  return new Map(
    [...wholes].map(([start, whole]) => [start, { ...whole, segments: segments.get(start) ?? new Map() }]),
  );
}

const headFields = ['start', 'version', 'freshUntil', 'isDivided', 'tagKeys', 'sums', 'firstAt', 'judged'];

async function findWholes(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  lists: readonly RollupList[],
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<Map<number, Omit<StoredRollup, 'segments'>>> {
  const projection = Object.fromEntries([...headFields, ...lists].map((field) => [field, 1]));
  const pieces = rollupCollection().find(
    { workspaceId, level, start: timesIn(interval) },
    { projection, session, ...limit.forOperation() },
  );
  const rollups = new Map<number, Omit<StoredRollup, 'segments'>>();
  for await (const { start, version, freshUntil, isDivided, tagKeys, ...text } of pieces) {
    const at = start.getTime();
    const piece = parseRollup(text);
    const other = rollups.get(at)?.whole;
    const whole = other === undefined ? piece : merge([other, piece], noTime);
    rollups.set(at, { version, freshUntil, isDivided, tagKeys, whole });
  }
  return rollups;
}

/**
 * Stores rollups of one workspace. Returns false if a version to replace is no longer stored; the caller must
 * then abort the transaction. The driver's duplicate key error means the same.
 */
export async function storeRollups(
  workspaceId: string,
  writes: readonly RollupWrite[],
  values: DimensionValues,
  session: ClientSession,
): Promise<boolean> {
  for (const { level, start, dividesNow } of writes) {
    const child = childLevel[level];
    if (!dividesNow || child === null) continue;
    await deleteRollupsWithin(workspaceId, child, { start, end: start + periodMs[level] }, session);
  }
  for (const level of Object.keys(periodMs) as PeriodLevel[]) {
    const replaced = writes.filter((write) => write.level === level && write.versionRead !== null);
    if (replaced.length === 0) continue;
    const old = {
      workspaceId,
      level,
      start: { $in: replaced.map(({ start }) => new Date(start)) },
      version: { $in: replaced.map(({ versionRead }) => versionRead ?? '') },
    };
    const { deletedCount } = await rollupCollection().deleteMany({ ...old, piece: 0 }, { session });
    if (deletedCount !== replaced.length) return false;
    await rollupCollection().deleteMany({ ...old, piece: { $gt: 0 } }, { session });
    await segmentsCollection().deleteMany(old, { session });
  }
  const records = writes.flatMap((write) => toRecords(workspaceId, write));
  if (records.length > 0) await rollupCollection().insertMany(records, { session });
  const segments = writes.flatMap(({ level, start, version, segments: ofPeriod }) =>
    toSegmentRecords({ workspaceId, level, start: new Date(start), version }, ofPeriod, values),
  );
  if (segments.length > 0) await segmentsCollection().insertMany(segments, { session });
  return true;
}

/** The eras of a workspace that have rollups, in milliseconds since the epoch. */
export async function listEras(workspaceId: string, session: ClientSession): Promise<number[]> {
  const eras = await rollupCollection()
    .find({ workspaceId, level: 'era', piece: 0 }, { projection: { start: 1 }, session })
    .toArray();
  return eras.map(({ start }) => start.getTime());
}

/** Deletes the rollups of all periods in an interval, of the given level and the levels below. */
async function deleteRollupsWithin(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  session: ClientSession,
): Promise<void> {
  for (let at: PeriodLevel | null = level; at !== null; at = childLevel[at]) {
    const periods = { workspaceId, level: at, start: timesIn(interval) };
    await rollupCollection().deleteMany(periods, { session });
    await segmentsCollection().deleteMany(periods, { session });
  }
}

function toRecords(workspaceId: string, write: RollupWrite): StoredRollupRecord[] {
  const { level, start, version, freshUntil, isDivided, tagKeys, whole, isPlaceholder } = write;
  if (whole.sums.messages === 0 && !isPlaceholder) return [];
  const key = { workspaceId, level, start: new Date(start) };
  return serializeRollup(whole, PIECE_LENGTH).map((text, piece) => ({
    ...key,
    piece,
    version,
    freshUntil,
    isDivided,
    tagKeys: [...tagKeys],
    ...text,
  }));
}
