import type { ClientSession } from 'mongoose';
import { currentTime } from '../platform/clock';
import { driverCollection, inSession } from '../platform/mongo/driver';
import { expiryOf } from '../platform/mongo/retention';
import type { TraceHistory } from './trace-history';
import { TraceHistoryModel, type TraceHistoryRecord } from './trace-history.model';

// Spans may arrive late, for instance from a collector that could not send them.
const LIFE_DAYS = 2;

/** Stores outlines of conversations in place of earlier ones. `days`: the retention of the workspace. */
export async function saveHistories(
  histories: readonly TraceHistory[],
  days: number | null,
  session: ClientSession,
): Promise<void> {
  if (histories.length === 0) return;
  const expireAt = expiryOf(currentTime(), Math.min(days ?? LIFE_DAYS, LIFE_DAYS)) as Date;
  await driverCollection<TraceHistoryRecord>(TraceHistoryModel).bulkWrite(
    histories.map((history) => ({
      replaceOne: { filter: { _id: history._id }, replacement: { ...history, expireAt }, upsert: true },
    })),
    { session, ordered: false },
  );
}

export async function deleteHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  await TraceHistoryModel.deleteMany({ _id: { $in: [...conversationIds] }, workspaceId }, { session });
}

export async function findHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  session?: ClientSession,
): Promise<TraceHistory[]> {
  return driverCollection<TraceHistoryRecord>(TraceHistoryModel)
    .find(
      { _id: { $in: [...conversationIds] }, workspaceId },
      { ...inSession(session), projection: { expireAt: 0, joinAt: 0 } },
    )
    .toArray();
}

/** Marks conversations whose search for others is due: a pass of the worker continues it. */
export async function markJoinDue(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  await TraceHistoryModel.updateMany(
    { _id: { $in: [...conversationIds] }, workspaceId },
    { $set: { joinAt: currentTime() } },
  );
}

/** The next due conversations of a workspace, oldest first. */
export async function listJoinDue(
  workspaceId: string,
  limit: number,
): Promise<{ id: string; joinAt: Date }[]> {
  const due = await TraceHistoryModel.find({ workspaceId, joinAt: { $type: 'date' } }, { joinAt: 1 })
    .sort({ joinAt: 1 })
    .limit(limit)
    .lean();
  return due.map(({ _id, joinAt }) => ({ id: _id, joinAt: joinAt as Date }));
}

/** Ends the marks of conversations, unless they were marked again after `joinAt`. */
export async function clearJoinDue(
  workspaceId: string,
  conversationIds: readonly string[],
  joinAt: Date,
): Promise<void> {
  await TraceHistoryModel.updateMany(
    { _id: { $in: [...conversationIds] }, workspaceId, joinAt: { $lte: joinAt } },
    { $unset: { joinAt: '' } },
  );
}
