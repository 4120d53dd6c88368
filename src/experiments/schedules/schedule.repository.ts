import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { storedBytesOf } from '../../platform/mongo/created-content';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { type Firing, MAX_FIRINGS, type Schedule } from './schedule';
import { ScheduleModel, type StoredSchedule } from './schedule.model';

export function toSchedule({
  _id,
  isPending: _isPending,
  changedAt: _changedAt,
  isDeleted: _isDeleted,
  nextFiringAt: _nextFiringAt,
  storedBytes: _storedBytes,
  ...rest
}: StoredSchedule): Schedule {
  return { id: _id, ...rest };
}

/** @throws the driver's duplicate key error if the id exists */
export async function insertSchedule({ id, ...schedule }: Schedule, session: ClientSession): Promise<void> {
  const { createdAt } = schedule;
  const state = { isPending: true, isDeleted: false, changedAt: createdAt, nextFiringAt: createdAt };
  const storedBytes = storedBytesOf(schedule);
  await ScheduleModel.create([{ ...schedule, ...state, storedBytes, _id: id }], { session });
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

/** The ids of all schedules of a workspace, also of those that are being deleted. */
export async function listScheduleIds(workspaceId: string): Promise<string[]> {
  const schedules = await ScheduleModel.find({ workspaceId }, { _id: 1 }).lean<{ _id: string }[]>();
  return schedules.map(({ _id }) => _id);
}

export type ScheduleChange =
  | { isPaused: true; pausedReason: Schedule['pausedReason'] }
  | { isPaused: false; pausedReason: null; creator: Schedule['creator']; nextFiringAt: Date }
  | { isDeleted: true };

/** Records a change that has to reach Temporal; null if there is no such schedule, or not of this revision. */
export async function changeSchedule(
  workspaceId: string,
  id: string,
  change: ScheduleChange,
  revision?: number,
): Promise<Schedule | null> {
  const schedule = await ScheduleModel.findOneAndUpdate(
    { _id: id, workspaceId, isDeleted: false, ...(revision !== undefined && { revision }) },
    { $set: { ...change, isPending: true, changedAt: currentTime() }, $inc: { revision: 1 } },
    { returnDocument: 'after', runValidators: true },
  ).lean<StoredSchedule>();
  return schedule && toSchedule(schedule);
}

/**
 * Raises the revision of a schedule, unless it was changed since it was read, so that its state replaces a later one in
 * Temporal.
 */
export async function raiseRevision(
  { id, workspaceId, revision }: Pick<Schedule, 'id' | 'workspaceId' | 'revision'>,
  to: number,
): Promise<void> {
  await ScheduleModel.updateOne(
    { _id: id, workspaceId, revision },
    { $set: { revision: to, isPending: true, changedAt: currentTime() } },
  );
}

/**
 * Records the next firings that Temporal has; null: none, which counts from now on at the latest. Changes that come in
 * meanwhile are left as they are.
 */
export async function recordNextFirings(
  firings: readonly (Pick<Schedule, 'id' | 'workspaceId' | 'revision'> & { nextFiringAt: Date | null })[],
): Promise<void> {
  if (firings.length === 0) return;
  const now = currentTime();
  await ScheduleModel.bulkWrite(
    firings.map(({ id, workspaceId, revision, nextFiringAt }) => ({
      updateOne: {
        filter: { _id: id, workspaceId, revision },
        update: nextFiringAt === null ? { $min: { nextFiringAt: now } } : { $set: { nextFiringAt } },
      },
    })),
    { ordered: false },
  );
}

/**
 * The number of active schedules without a next firing after a time. Scoped by the time: it is a number of the service,
 * without data of workspaces.
 */
export async function countWithoutNextFiring(after: Date): Promise<number> {
  return ScheduleModel.countDocuments({
    isDeleted: false,
    isPaused: false,
    nextFiringAt: { $not: { $gte: after } },
  });
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
