import type { Schedule } from './schedule';
import { ScheduleModel, type StoredSchedule } from './schedule.model';

export async function findScheduleUnscoped(id: string): Promise<StoredSchedule | null> {
  return ScheduleModel.findOne({ _id: id, isDeleted: false }).lean<StoredSchedule>();
}

/** Schedules whose latest change was before `changedBefore` and has not reached Temporal, the oldest first. */
export async function listPendingSchedulesUnscoped(
  changedBefore: Date,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  const schedules = await ScheduleModel.find(
    { isPending: true, changedAt: { $lt: changedBefore } },
    { workspaceId: 1 },
  )
    .sort({ changedAt: 1 })
    .limit(limit)
    .lean<{ _id: string; workspaceId: string }[]>();
  return schedules.map(({ _id, workspaceId }) => ({ id: _id, workspaceId }));
}

/** What the comparison with Temporal reads of a schedule. */
export type ComparedSchedule = Pick<Schedule, 'id' | 'workspaceId' | 'isPaused' | 'revision' | 'creator'>;

/** Schedules after an id, in its order; at most `limit`. */
export async function listSchedulesUnscoped(after: string, limit: number): Promise<ComparedSchedule[]> {
  const schedules = await ScheduleModel.find(
    { isDeleted: false, _id: { $gt: after } },
    { workspaceId: 1, isPaused: 1, revision: 1, creator: 1 },
  )
    .sort({ _id: 1 })
    .limit(limit)
    .lean<(Omit<ComparedSchedule, 'id'> & { _id: string })[]>();
  return schedules.map(({ _id, ...schedule }) => ({ ...schedule, id: _id }));
}
