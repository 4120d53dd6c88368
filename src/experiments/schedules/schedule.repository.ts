import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { type Firing, MAX_FIRINGS, type Schedule } from './schedule';
import { ScheduleModel, type StoredSchedule } from './schedule.model';

export function toSchedule({
  _id,
  isPending: _isPending,
  changedAt: _changedAt,
  isDeleted: _isDeleted,
  ...rest
}: StoredSchedule): Schedule {
  return { id: _id, ...rest };
}

/** @throws the driver's duplicate key error if the id exists */
export async function insertSchedule({ id, ...schedule }: Schedule, session: ClientSession): Promise<void> {
  const state = { isPending: true, isDeleted: false, changedAt: schedule.createdAt };
  await ScheduleModel.create([{ ...schedule, ...state, _id: id }], { session });
}

export async function findSchedule(workspaceId: string, id: string): Promise<Schedule | null> {
  const schedule = await ScheduleModel.findOne({
    _id: id,
    workspaceId,
    isDeleted: false,
  }).lean<StoredSchedule>();
  return schedule && toSchedule(schedule);
}

/** Newest first, without the conversation ids, of which there may be 10,000. */
export async function listSchedules(
  workspaceId: string,
  position: TimePosition | null,
  limit: number,
): Promise<Schedule[]> {
  const { filter, sort } = newestFirst(position);
  const schedules = await ScheduleModel.find(
    { workspaceId, isDeleted: false, ...filter },
    { 'experiment.conversation_ids': 0 },
  )
    .sort(sort)
    .limit(limit)
    .lean<StoredSchedule[]>();
  return schedules.map(toSchedule);
}

export async function countSchedules(workspaceId: string): Promise<number> {
  return ScheduleModel.countDocuments({ workspaceId, isDeleted: false });
}

/** The ids of all schedules of a workspace, also of those that are being deleted. */
export async function listScheduleIds(workspaceId: string): Promise<string[]> {
  const schedules = await ScheduleModel.find({ workspaceId }, { _id: 1 }).lean<{ _id: string }[]>();
  return schedules.map(({ _id }) => _id);
}

export type ScheduleChange = { isPaused: boolean } | { isDeleted: true };

/** Records a change that has to reach Temporal; null if there is no such schedule. */
export async function changeSchedule(
  workspaceId: string,
  id: string,
  change: ScheduleChange,
): Promise<Schedule | null> {
  const schedule = await ScheduleModel.findOneAndUpdate(
    { _id: id, workspaceId, isDeleted: false },
    { $set: { ...change, isPending: true, changedAt: currentTime() }, $inc: { revision: 1 } },
    { returnDocument: 'after', runValidators: true },
  ).lean<StoredSchedule>();
  return schedule && toSchedule(schedule);
}

/** Records that a schedule is in Temporal as it was read; false if it has changed since. */
export async function markApplied({ id, workspaceId, revision }: Schedule): Promise<boolean> {
  const { matchedCount } = await ScheduleModel.updateOne(
    { _id: id, workspaceId, revision },
    { $set: { isPending: false } },
  );
  return matchedCount > 0;
}

/** Removes a schedule whose deletion has reached Temporal. */
export async function removeDeleted(workspaceId: string, id: string): Promise<void> {
  await ScheduleModel.deleteOne({ _id: id, workspaceId, isDeleted: true });
}

/** Removes a schedule that has not been changed since it was inserted. */
export async function removeUnchanged({ id, workspaceId, revision }: Schedule): Promise<void> {
  await ScheduleModel.deleteOne({ _id: id, workspaceId, revision });
}

/** Records a firing among the latest ones of a schedule; false if it is recorded already. */
export async function recordFiring({ id, workspaceId }: Schedule, firing: Firing): Promise<boolean> {
  const { modifiedCount } = await ScheduleModel.updateOne(
    { _id: id, workspaceId, 'firings.scheduledAt': { $ne: firing.scheduledAt } },
    { $push: { firings: { $each: [firing], $sort: { scheduledAt: -1 }, $slice: MAX_FIRINGS } } },
  );
  return modifiedCount > 0;
}
