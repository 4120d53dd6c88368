import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { PeriodLevel } from '../conversations/changed-period';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import type { TimeLimit } from '../mongo/time-limit';
import type { Interval } from './interval';
import { merge } from './merge';
import type { Rollup } from './rollup';
import { parseRollup, printRollup, type RollupList } from './rollup-text';
import { StoredRollupModel, type StoredRollupRecord } from './stored-rollup.model';

// Characters of one list; six lists of up to three bytes a character are below MongoDB's 16 MB.
const PIECE_LENGTH = 500_000;

export interface Period {
  workspaceId: string;
  level: PeriodLevel;
  /** Milliseconds since the epoch. */
  start: number;
}

export interface StoredRollup {
  version: string;
  freshUntil: Date | null;
  rollup: Rollup;
}

/** What a rollup was made from, and in place of which one. */
export interface Rebuilding {
  rollup: Rollup;
  freshUntil: Date | null;
  /** The version that was stored at the moment it was made from; null: none was. */
  versionRead: string | null;
  /** Deletes the marks that had been read at that moment; answers whether all of them were still there. */
  deleteMarks: (session: ClientSession) => Promise<boolean>;
}

/** The stored rollups of one level whose periods begin in the interval, by their start; only these lists are read. */
export async function findRollups(
  workspaceId: string,
  level: PeriodLevel,
  interval: Interval,
  lists: readonly RollupList[],
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<Map<number, StoredRollup>> {
  const projection = Object.fromEntries(
    ['start', 'version', 'freshUntil', 'sums', ...lists].map((field) => [field, 1]),
  );
  const found = collection().find(
    { workspaceId, level, start: { $gte: new Date(interval.start), $lt: new Date(interval.end) } },
    { projection, session, ...limit.forOperation() },
  );
  const rollups = new Map<number, StoredRollup>();
  for await (const { start, version, freshUntil, ...text } of found) {
    const at = start.getTime();
    const piece = parseRollup(text);
    const other = rollups.get(at)?.rollup;
    // Nothing of a stored rollup lies wholly inside an interval without extent, so fragments stay what they are.
    const rollup = other === undefined ? piece : merge([other, piece], { start: at, end: at });
    rollups.set(at, { version, freshUntil, rollup });
  }
  return rollups;
}

/**
 * Puts a rollup in the place of the one that was stored when it was made, and deletes the marks it answers; false,
 * with nothing changed, when somebody else was faster.
 */
export async function replaceRollup(
  period: Period,
  { rollup, freshUntil, versionRead, deleteMarks }: Rebuilding,
): Promise<boolean> {
  const { workspaceId, level, start } = period;
  const key = { workspaceId, level, start: new Date(start) };
  const version = randomUUID();
  const pieces = rollup.sums.messages === 0 ? [] : printRollup(rollup, PIECE_LENGTH);
  const records = pieces.map((text, piece) => ({ ...key, piece, version, freshUntil, ...text }));
  try {
    return await inTransaction(async (session) => {
      const isFirst = (await deleteMarks(session)) && (await deleteVersion(key, versionRead, session));
      if (!isFirst) {
        await session.abortTransaction();
        return false;
      }
      if (records.length > 0) await collection().insertMany(records, { session });
      return true;
    });
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Periods whose rollups expired by `at`, the longest expired first. */
export async function listExpiredPeriods(at: Date, limit: number): Promise<Period[]> {
  const found = collection()
    .find(
      { freshUntil: { $lte: at }, piece: 0 },
      { projection: { workspaceId: 1, level: 1, start: 1 }, sort: { freshUntil: 1 }, limit },
    )
    .map(({ workspaceId, level, start }) => ({ workspaceId, level, start: start.getTime() }));
  return found.toArray();
}

async function deleteVersion(
  key: Pick<StoredRollupRecord, 'workspaceId' | 'level' | 'start'>,
  version: string | null,
  session: ClientSession,
): Promise<boolean> {
  if (version === null) return true;
  const { deletedCount } = await collection().deleteMany({ ...key, version }, { session });
  return deletedCount > 0;
}

function collection() {
  return StoredRollupModel.db.collection<StoredRollupRecord>(StoredRollupModel.collection.name);
}
