import { randomUUID } from 'node:crypto';
import type { ClientSession, mongo } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { driverCollection, inSession } from '../../platform/mongo/driver';
import { type DueEvaluation, DueEvaluationModel } from './due-evaluation.model';
import type { EvaluationAttempts } from './evaluation-attempts';

/** How long the evaluation of a conversation waits for further replies, in milliseconds. */
export interface Debounce {
  /** After the latest request. */
  settleMs: number;
  /** After the first request. */
  maxSettleMs: number;
}

const kinds = [false, true];

const records = () => driverCollection<DueEvaluation>(DueEvaluationModel);

/**
 * Requests the evaluation of conversations after a debounce. One that waits for a provider waits on: its new replies
 * would ask the same provider.
 */
export async function saveDueEvaluations(
  workspaceId: string,
  conversationIds: readonly string[],
  { settleMs, maxSettleMs }: Debounce,
  session?: ClientSession,
): Promise<void> {
  const now = currentTime();
  const isWaiting = { $eq: [{ $ifNull: ['$slot', null] }, null] };
  const requestedAt = { $cond: [isWaiting, { $ifNull: ['$requestedAt', now] }, now] };
  const debounced = {
    $min: [new Date(now.getTime() + settleMs), { $add: ['$requestedAt', maxSettleMs] }],
  };
  const isBackedOff = { $ne: [{ $ifNull: ['$attempts', null] }, null] };
  await records().bulkWrite(
    conversationIds.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: [
          {
            $set: {
              workspaceId,
              conversationId: _id,
              backfillId: null,
              isBackfill: false,
              requestId: randomUUID(),
              requestedAt,
            },
          },
          {
            $set: {
              dueAt: { $cond: [isBackedOff, { $max: ['$dueAt', debounced] }, debounced] },
              slot: { $ifNull: ['$slot', null] },
              attempts: { $ifNull: ['$attempts', null] },
            },
          },
        ],
        upsert: true,
      },
    })),
    inSession(session),
  );
}

/** What a slot had before a crash, at most `limit`. */
export function listOfSlot(workspaceId: string, slot: number, limit: number): Promise<DueEvaluation[]> {
  return records().find({ workspaceId, slot }).limit(limit).toArray();
}

/** Gives a slot what is due and no slot has: new replies first, then the earliest, and at most `limit`. */
export async function claimDueEvaluations(
  workspaceId: string,
  slot: number,
  limit: number,
): Promise<DueEvaluation[]> {
  const now = currentTime();
  // With an `$in` of `isBackfill`, the server would sort all due records instead of reading the index in order.
  const candidates = await records()
    .find({ workspaceId, slot: null, dueAt: { $lte: now } }, { projection: { _id: 1 } })
    .sort({ isBackfill: 1, dueAt: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (candidates.length === 0) return [];
  const among = { workspaceId, _id: { $in: candidates.map(({ _id }) => _id) } };
  await records().updateMany({ ...among, slot: null }, { $set: { slot } });
  return records()
    .find({ ...among, slot })
    .toArray();
}

/** Deletes a request that is done; a newer one stays, and no slot has it. Returns whether it deleted one. */
export async function completeDueEvaluation({
  workspaceId,
  _id,
  requestId,
  slot,
}: DueEvaluation): Promise<boolean> {
  const { deletedCount } = await records().deleteOne({ _id, workspaceId, requestId });
  if (deletedCount === 0)
    await records().updateOne({ _id, workspaceId, slot }, { $set: { slot: null, attempts: null } });
  return deletedCount === 1;
}

/**
 * Returns a record to all slots: for its next round at `dueAt`, or at that of a newer request if it is later. It does
 * nothing if another slot has it, since this one lost it during an outage.
 */
export async function postponeDueEvaluation(
  { workspaceId, _id, slot }: DueEvaluation,
  attempts: EvaluationAttempts | null,
  dueAt: Date,
): Promise<void> {
  await records().updateOne({ _id, workspaceId, slot }, {
    $set: { slot: null, attempts },
    $max: { dueAt },
  } as mongo.UpdateFilter<DueEvaluation>);
}

/** When the next record that no slot has is due; null if there is none. */
export async function findNextDueAt(workspaceId: string): Promise<Date | null> {
  const [next] = await records()
    .find({ workspaceId, slot: null, isBackfill: { $in: kinds } }, { projection: { dueAt: 1 } })
    .sort({ dueAt: 1 })
    .limit(1)
    .toArray();
  return next?.dueAt ?? null;
}

/** The slots that have records due since `before`; slot 0 for those that none has. */
export async function listOverdueSlots(workspaceId: string, before: Date): Promise<number[]> {
  const slots = (await records().distinct('slot', { workspaceId })) as (number | null)[];
  const overdue = await Promise.all(
    slots.map(async (slot) => {
      const isOverdue =
        (await records().findOne({
          workspaceId,
          slot,
          isBackfill: { $in: kinds },
          dueAt: { $lte: before },
        })) !== null;
      return isOverdue ? [slot ?? 0] : [];
    }),
  );
  return [...new Set(overdue.flat())].toSorted((one, other) => one - other);
}

/** Makes conversations of a backfill due now. */
export async function insertDueOfBackfill(
  workspaceId: string,
  backfillId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  await records().insertMany(
    conversationIds.map((id) => ({
      ...newOfBackfill(workspaceId, backfillId),
      _id: `${backfillId}/${id}`,
      conversationId: id,
    })),
    { session },
  );
}

/** Makes it due to list the conversations of a backfill. */
export async function insertListingOfBackfill(
  workspaceId: string,
  backfillId: string,
  session: ClientSession,
): Promise<void> {
  const listing = { ...newOfBackfill(workspaceId, backfillId), _id: backfillId, conversationId: null };
  await records().insertOne(listing, { session });
}

function newOfBackfill(workspaceId: string, backfillId: string) {
  const now = currentTime();
  return {
    workspaceId,
    backfillId,
    isBackfill: true,
    requestId: randomUUID(),
    requestedAt: now,
    dueAt: now,
    slot: null,
    attempts: null,
  };
}

/** The conversations that each of the backfills has left, without the record that lists them; absent: none. */
export async function countDueOfBackfills(
  workspaceId: string,
  backfillIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = await records()
    .aggregate<{ _id: string; count: number }>([
      { $match: { workspaceId, backfillId: { $in: [...backfillIds] }, conversationId: { $ne: null } } },
      { $group: { _id: '$backfillId', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

/** Returns the number of its conversations that were due. */
export async function deleteDueOfBackfill(
  workspaceId: string,
  backfillId: string,
  session: ClientSession,
): Promise<number> {
  const ofBackfill = { workspaceId, backfillId };
  await records().deleteMany({ ...ofBackfill, conversationId: null }, { session });
  return (await records().deleteMany(ofBackfill, { session })).deletedCount;
}
