import { type ClientSession, Types } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { inSession } from '../../platform/mongo/driver';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { periodMs, startOf } from './changed-period';
import { markCollection, type PeriodMarkRecord } from './changed-period.model';
import { ChangedPeriods, type PeriodPositions } from './changed-periods';

// Limit of indexed reads of one document.
const maxTimeMS = 5000;

/** All marks of one era, as of one read. */
export interface EraMarks {
  periods: ChangedPeriods;
  /** When the first of the changes was stored. */
  since: Date;
  ids: string[];
}

export interface NewMark extends Partial<PeriodPositions> {
  workspaceId: string;
  /** Milliseconds since the epoch. */
  eraStart: number;
  since?: Date;
}

/** [from, to) in milliseconds since the epoch; either may be infinite. */
export interface MarkRange {
  from: number;
  to: number;
}

/**
 * Appends marks; returns their ids. Writers never change an existing mark, so they never wait for each other.
 */
export async function insertMarks(
  marks: readonly NewMark[],
  session: ClientSession | null,
): Promise<string[]> {
  if (marks.length === 0) return [];
  const records = marks.map(
    ({ eraStart, steps = [], hours = [], days = [], blocks = [], since = currentTime(), workspaceId }) => ({
      _id: new Types.ObjectId(),
      workspaceId,
      start: new Date(eraStart),
      steps,
      hours,
      days,
      blocks,
      since,
    }),
  );
  await markCollection().insertMany(records, session === null ? {} : { session });
  return records.map(({ _id }) => _id.toHexString());
}

/** The marks of the eras that overlap the range, oldest era first; one era is in memory at a time. */
export async function* streamMarks(
  workspaceId: string,
  range: MarkRange,
  { session, limit }: { session?: ClientSession; limit?: TimeLimit } = {},
): AsyncGenerator<EraMarks> {
  const records = markCollection()
    .find(inRange(workspaceId, range), { ...inSession(session), ...limit?.forOperation() })
    .sort({ start: 1 });
  let era: EraMarks | null = null;
  for await (const record of records) {
    const eraStart = eraOf(record);
    if (era !== null && era.periods.eraStart !== eraStart) {
      yield era;
      era = null;
    }
    era ??= { periods: new ChangedPeriods(eraStart), since: record.since, ids: [] };
    addRecord(era, record);
  }
  if (era !== null) yield era;
}

/** The start of the latest marked era of a workspace that begins before `before`; null if there is none. */
export async function findLatestMarkedEra(workspaceId: string, before: number): Promise<number | null> {
  const mark = await markCollection().findOne(inRange(workspaceId, { from: -Infinity, to: before }), {
    sort: { start: -1 },
    projection: { start: 1 },
    maxTimeMS,
  });
  return mark === null ? null : eraOf(mark);
}

/** When the oldest change was stored that is not in the rollups of the workspace; null: all are. */
export async function findOldestChange(workspaceId: string): Promise<Date | null> {
  const mark = await markCollection().findOne(
    { workspaceId },
    { sort: { since: 1 }, projection: { since: 1 }, maxTimeMS },
  );
  return mark?.since ?? null;
}

/**
 * Replaces marks by one mark, or none. Returns its id, or false when some of the marks were gone: then the
 * caller must abort the transaction.
 */
export async function replaceMarks(
  ids: readonly string[],
  replacement: NewMark | null,
  session: ClientSession,
): Promise<string[] | false> {
  if (ids.length > 0) {
    const { deletedCount } = await markCollection().deleteMany(
      { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } },
      { session },
    );
    if (deletedCount !== ids.length) return false;
  }
  return insertMarks(replacement === null ? [] : [replacement], session);
}

/** Up to `max` marks of the range from an era on, in order. */
export async function listMarkRecords(
  workspaceId: string,
  range: MarkRange,
  max: number,
  limit: TimeLimit,
): Promise<PeriodMarkRecord[]> {
  return markCollection()
    .find(inRange(workspaceId, range), limit.forOperation())
    .sort({ start: 1 })
    .limit(max)
    .toArray();
}

/** Merges several marks of one era. */
export function uniteMarks(records: readonly PeriodMarkRecord[]): EraMarks | null {
  const [first] = records;
  if (first === undefined) return null;
  const united = { periods: new ChangedPeriods(eraOf(first)), since: first.since, ids: [] };
  for (const record of records) addRecord(united, record);
  return united;
}

export function eraOf({ start }: Pick<PeriodMarkRecord, 'start'>): number {
  return start.getTime();
}

function addRecord(era: EraMarks, record: PeriodMarkRecord): void {
  era.periods.addPositions(record);
  if (record.since < era.since) era.since = record.since;
  era.ids.push(record._id.toHexString());
}

function inRange(workspaceId: string, { from, to }: MarkRange) {
  const start = {
    ...(Number.isFinite(from) ? { $gte: new Date(startOf(from, 'era')) } : {}),
    // A mark may refer to any part of its era.
    ...(Number.isFinite(to) ? { $lt: new Date(Math.ceil(to / periodMs.era) * periodMs.era) } : {}),
  };
  return Object.keys(start).length === 0 ? { workspaceId } : { workspaceId, start };
}
