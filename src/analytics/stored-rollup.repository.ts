import type { ClientSession } from 'mongoose';
import { childLevel, type PeriodLevel, periodMs } from '../conversations/changed-periods/changed-period';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { Interval } from './interval';
import { merge } from './merge';
import type { Rollup } from './rollup';
import { parseRollup, type RollupList, serializeRollup } from './rollup-text';
import { rollupCollection, type StoredRollupRecord } from './stored-rollup.model';

// In characters of one list. Eight lists of up to three bytes a character stay below MongoDB's limit of 16 MB.
const PIECE_LENGTH = 500_000;

export interface StoredRollup {
  version: string;
  freshUntil: Date | null;
  /** Whether its child periods are stored; then a missing child without a mark is empty. */
  isDivided: boolean;
  rollup: Rollup;
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

/** The stored rollups of one level whose periods begin in the interval, by start. Reads only the given lists. */
export async function findRollups(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  lists: readonly RollupList[],
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<Map<number, StoredRollup>> {
  const projection = Object.fromEntries(
    ['start', 'version', 'freshUntil', 'isDivided', 'sums', 'judged', ...lists].map((field) => [field, 1]),
  );
  const pieces = rollupCollection().find(
    { workspaceId, level, start: startsIn(interval) },
    { projection, session, ...limit.forOperation() },
  );
  const rollups = new Map<number, StoredRollup>();
  for await (const { start, version, freshUntil, isDivided, ...text } of pieces) {
    const at = start.getTime();
    const piece = parseRollup(text);
    const other = rollups.get(at)?.rollup;
    // An empty interval contains no conversation, so fragments stay fragments.
    const rollup = other === undefined ? piece : merge([other, piece], { start: at, end: at });
    rollups.set(at, { version, freshUntil, isDivided, rollup });
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
  }
  const records = writes.flatMap((write) => toRecords(workspaceId, write));
  if (records.length > 0) await rollupCollection().insertMany(records, { session });
  return true;
}

/** Deletes the rollups of all periods in an interval, of the given level and the levels below. */
async function deleteRollupsWithin(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  session: ClientSession,
): Promise<void> {
  for (let at: PeriodLevel | null = level; at !== null; at = childLevel[at]) {
    await rollupCollection().deleteMany({ workspaceId, level: at, start: startsIn(interval) }, { session });
  }
}

function toRecords(workspaceId: string, write: RollupWrite): StoredRollupRecord[] {
  const { level, start, version, freshUntil, isDivided, rollup, isPlaceholder } = write;
  if (rollup.sums.messages === 0 && !isPlaceholder) return [];
  const key = { workspaceId, level, start: new Date(start) };
  return serializeRollup(rollup, PIECE_LENGTH).map((text, piece) => ({
    ...key,
    piece,
    version,
    freshUntil,
    isDivided,
    ...text,
  }));
}

function startsIn({ start, end }: Interval) {
  return { $gte: new Date(start), $lt: new Date(end) };
}
