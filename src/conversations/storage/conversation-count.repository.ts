import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { inTransaction } from '../../platform/mongo/connection';
import { withSnapshot } from '../../platform/mongo/snapshot';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { conversationCollection } from './conversation.model';
import { countProgressCollection, hourCountCollection } from './conversation-count.model';

const HOUR_MS = 3_600_000;
const BEGINNING = new Date(0);
/** Conversations as old as this are counted by hour: several times as old as a transaction becomes. */
const SETTLED_MS = 5 * 60_000;
/** A removal that began before this age has ended when the conversation is counted by hour. */
const REMOVABLE_MS = SETTLED_MS - 2 * 60_000;
/** How much is counted one by one before it is counted by hour. */
const ADVANCE_EVERY_MS = 10 * 60_000;

/**
 * Counts the conversations of a workspace: those of earlier hours are counted once and added up, the others one by one,
 * so that a count costs about the same however many there are. Exact, except that expired conversations of the hour of
 * the oldest one are included.
 */
export async function countConversations(workspaceId: string, limit?: TimeLimit): Promise<number> {
  const oldest = await findOldest(workspaceId, limit);
  if (oldest === null) return 0;
  await advance(workspaceId, oldest);
  return withSnapshot(async (session) => {
    const options = { session, ...limit?.forOperation() };
    const progress = await countProgressCollection().findOne({ _id: workspaceId, workspaceId }, options);
    const [hours] = await hourCountCollection()
      .aggregate<{ count: number }>(
        [
          { $match: { workspaceId, hour: { $gte: startOfHour(oldest) } } },
          { $group: { _id: null, count: { $sum: '$count' } } },
        ],
        options,
      )
      .toArray();
    const uncounted = { workspaceId, storedAt: { $gte: progress?.countedTo ?? BEGINNING } };
    const rest = await conversationCollection().countDocuments(uncounted, options);
    return (hours?.count ?? 0) + rest;
  }, limit);
}

/**
 * Call with the times at which conversations were stored that the transaction deletes or replaces, so that they
 * are not counted by hour any more.
 */
export async function removeFromCounts(
  workspaceId: string,
  storedTimes: readonly Date[],
  session: ClientSession,
): Promise<void> {
  const settled = storedTimes.filter((time) => time.getTime() < currentTimeMs() - REMOVABLE_MS);
  if (settled.length === 0) return;
  const progress = await countProgressCollection().findOneAndUpdate(
    { _id: workspaceId, workspaceId },
    { $inc: { removals: 1 }, $setOnInsert: { countedTo: BEGINNING } },
    { session, upsert: true, returnDocument: 'after' },
  );
  const counted = settled.filter((time) => progress !== null && time < progress.countedTo);
  if (counted.length === 0) return;
  await hourCountCollection().bulkWrite(
    counted.map((time) => ({
      updateOne: {
        filter: { _id: idOf(workspaceId, startOfHour(time)), workspaceId },
        update: { $inc: { count: -1 } },
      },
    })),
    { session },
  );
}

async function findOldest(workspaceId: string, limit?: TimeLimit): Promise<Date | null> {
  const oldest = await conversationCollection().findOne<{ storedAt: Date }>(
    { workspaceId },
    { projection: { _id: 0, storedAt: 1 }, sort: { storedAt: 1 }, ...limit?.forOperation() },
  );
  return oldest?.storedAt ?? null;
}

/**
 * Counts by hour what has settled since the last time. In one transaction with the progress, which conflicts with that of
 * another process, and with a removal: each conversation is counted once.
 */
async function advance(workspaceId: string, oldest: Date): Promise<void> {
  const last = await countProgressCollection().findOne({ _id: workspaceId, workspaceId });
  const to = new Date(currentTimeMs() - SETTLED_MS);
  if (to.getTime() - Math.max(last?.countedTo.getTime() ?? 0, oldest.getTime()) < ADVANCE_EVERY_MS) return;
  await inTransaction(async (session) => {
    const progress = await countProgressCollection().findOne({ _id: workspaceId, workspaceId }, { session });
    const from = progress?.countedTo ?? BEGINNING;
    if (from >= to) return;
    await countProgressCollection().updateOne(
      { _id: workspaceId, workspaceId },
      { $set: { countedTo: to }, $setOnInsert: { removals: 0 } },
      { session, upsert: true },
    );
    const hours = await conversationCollection()
      .aggregate<{ _id: Date; count: number }>(
        [
          { $match: { workspaceId, storedAt: { $gte: from, $lt: to } } },
          { $group: { _id: { $dateTrunc: { date: '$storedAt', unit: 'hour' } }, count: { $sum: 1 } } },
        ],
        { session },
      )
      .toArray();
    const additions = hours.map(({ _id: hour, count }) => ({
      updateOne: {
        filter: { _id: idOf(workspaceId, hour), workspaceId },
        update: { $inc: { count }, $setOnInsert: { hour } },
        upsert: true,
      },
    }));
    const expired = { deleteMany: { filter: { workspaceId, hour: { $lt: startOfHour(oldest) } } } };
    await hourCountCollection().bulkWrite([...additions, expired], { session });
  });
}

const startOfHour = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

const idOf = (workspaceId: string, hour: Date): string => `${workspaceId}/${hour.toISOString()}`;
