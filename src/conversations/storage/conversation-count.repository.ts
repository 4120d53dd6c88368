import type { ClientSession, mongo } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { inTransaction } from '../../platform/mongo/connection';
import { withSnapshot } from '../../platform/mongo/snapshot';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { conversationCollection } from './conversation.model';
import { countProgressCollection, hourCountCollection } from './conversation-count.model';

const HOUR_MS = 3_600_000;
const BEGINNING = new Date(0);
/** Conversations as old as this are counted by hour: several times as old as a transaction becomes. */
const MIN_AGE_MS = 5 * 60_000;
/** A removal that began before this age has ended when the conversation is counted by hour. */
const MIN_REMOVAL_AGE_MS = MIN_AGE_MS - 2 * 60_000;
/** How much is counted one by one before it is counted by hour. */
const ADVANCE_EVERY_MS = 10 * 60_000;
/** How much is counted in one transaction. */
const STEP_MS = 7 * 24 * HOUR_MS;

/**
 * Counts the conversations of a workspace: those of earlier hours are counted once and added up, the others one by one,
 * so that a count costs about the same however many there are. Exact, except that expired conversations of the hour of
 * the oldest one are included.
 */
export async function countConversations(workspaceId: string, limit?: TimeLimit): Promise<number> {
  const oldest = await findOldest(workspaceId, limit);
  if (oldest === null) return 0;
  await advance(workspaceId, oldest, limit);
  return withSnapshot(async (session) => {
    const options = { session, ...limit?.forOperation() };
    const countedTo = await findCountedTo(workspaceId, options);
    const [hours] = await hourCountCollection()
      .aggregate<{ count: number }>(
        [
          { $match: { workspaceId, hour: { $gte: startOfHour(oldest) } } },
          { $group: { _id: null, count: { $sum: '$count' } } },
        ],
        options,
      )
      .toArray();
    const uncounted = { workspaceId, storedAt: { $gte: countedTo } };
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
  const old = storedTimes.filter((time) => time.getTime() < currentTimeMs() - MIN_REMOVAL_AGE_MS);
  if (old.length === 0) return;
  const countedTo = await findCountedTo(workspaceId, { session });
  if (old.some((time) => time >= countedTo)) {
    // Conflicts with counting them at the same time.
    await countProgressCollection().updateOne(
      { _id: workspaceId, workspaceId },
      { $inc: { removals: 1 }, $setOnInsert: { countedTo } },
      { session, upsert: true },
    );
  }
  const counted = old.filter((time) => time < countedTo);
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

/** Up to when the conversations of a workspace are counted by hour. */
async function findCountedTo(workspaceId: string, options?: mongo.FindOptions): Promise<Date> {
  const progress = await countProgressCollection().findOne({ _id: workspaceId, workspaceId }, options);
  return progress?.countedTo ?? BEGINNING;
}

/** Counts by hour what has become old enough since the last time. */
async function advance(workspaceId: string, oldest: Date, limit?: TimeLimit): Promise<void> {
  const countedTo = await findCountedTo(workspaceId, limit?.forOperation());
  const start = Math.max(countedTo.getTime(), oldest.getTime());
  const end = currentTimeMs() - MIN_AGE_MS;
  if (end - start < ADVANCE_EVERY_MS) return;
  for (let to = start; to < end; ) {
    to = Math.min(to + STEP_MS, end);
    await countUpTo(workspaceId, new Date(to), oldest, limit);
  }
}

/**
 * In one transaction with the progress, which conflicts with that of another process, and with a removal: each
 * conversation is counted once. The progress is written last, so that removals wait only for the commit.
 */
function countUpTo(workspaceId: string, to: Date, oldest: Date, limit?: TimeLimit): Promise<void> {
  return inTransaction(async (session) => {
    const options = { session, ...limit?.forOperation() };
    const from = await findCountedTo(workspaceId, options);
    if (from >= to) return;
    const hours = await conversationCollection()
      .aggregate<{ _id: Date; count: number }>(
        [
          { $match: { workspaceId, storedAt: { $gte: from, $lt: to } } },
          { $group: { _id: { $dateTrunc: { date: '$storedAt', unit: 'hour' } }, count: { $sum: 1 } } },
        ],
        options,
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
    await countProgressCollection().updateOne(
      { _id: workspaceId, workspaceId },
      { $set: { countedTo: to }, $setOnInsert: { removals: 0 } },
      { session, upsert: true },
    );
  });
}

const startOfHour = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

const idOf = (workspaceId: string, hour: Date): string => `${workspaceId}/${hour.toISOString()}`;
