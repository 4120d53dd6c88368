import { type ClientSession, Types } from 'mongoose';
import { endOf, type Period, type PeriodMark, startOfDay } from './changed-period';
import { ChangedPeriodModel, type PeriodMarkRecord } from './changed-period.model';

/** Appends a mark for each period of each workspace. Marks are only ever added, so that writers never contend. */
export async function insertMarks(
  periods: Iterable<Period & { workspaceId: string }>,
  session: ClientSession | null,
): Promise<void> {
  const records = [...periods].map(
    ({ workspaceId, level, start }): PeriodMarkRecord => ({
      _id: new Types.ObjectId(),
      workspaceId,
      level,
      start,
    }),
  );
  if (records.length === 0) return;
  // To the driver directly: every detection waits for this, and casting costs more than the write.
  const collection = ChangedPeriodModel.db.collection<PeriodMarkRecord>(ChangedPeriodModel.collection.name);
  await collection.insertMany(records, session === null ? {} : { session });
}

/** The marks of periods that overlap the window, oldest period first; null does not bound it. */
export async function listMarks(
  workspaceId: string,
  { from, to }: { from: Date | null; to: Date | null },
  session: ClientSession | null = null,
): Promise<PeriodMark[]> {
  const start = { ...(from === null ? {} : { $gte: startOfDay(from) }), ...(to === null ? {} : { $lt: to }) };
  const records = await ChangedPeriodModel.find(
    Object.keys(start).length === 0 ? { workspaceId } : { workspaceId, start },
  )
    .sort({ start: 1 })
    .session(session)
    .lean<PeriodMarkRecord[]>();
  return records
    .filter((mark) => from === null || endOf(mark) > from)
    .map(({ _id, ...mark }) => ({ id: _id.toHexString(), ...mark }));
}

/** The workspaces with at least one mark. */
export async function listMarkedWorkspaces(): Promise<string[]> {
  return ChangedPeriodModel.distinct('workspaceId');
}

/** Answers how many of the marks were still there. */
export async function deleteMarks(ids: readonly string[], session: ClientSession): Promise<number> {
  const marks = ids.map((id) => new Types.ObjectId(id));
  const { deletedCount } = await ChangedPeriodModel.deleteMany({ _id: { $in: marks } }, { session });
  return deletedCount;
}
