import type { ClientSession } from 'mongoose';
import { expiryUpdate } from '../mongo/retention';
import { SpanLockModel, SpanModel, type SpanRecord } from './span.model';

export type { SpanRecord } from './span.model';

const LOCK_LIFE_MS = 86_400_000;

/** What is needed of a record to tell which conversation it belongs to. */
export type SpanHead = Omit<SpanRecord, 'content' | 'storedAt' | 'expireAt'>;

/** Makes transactions that give one of the same names conflict, so that the later sees what the first wrote. */
export async function lock(names: string[], session: ClientSession): Promise<void> {
  const expireAt = new Date(Date.now() + LOCK_LIFE_MS);
  const updates = [...new Set(names)].sort().map((_id) => ({
    updateOne: { filter: { _id }, update: { $inc: { taken: 1 }, $set: { expireAt } }, upsert: true },
  }));
  if (updates.length > 0) await SpanLockModel.bulkWrite(updates, { session, ordered: false });
}

/** All records of the traces, without their content. */
export async function listHeads(
  workspaceId: string,
  traceIds: string[],
  session: ClientSession,
): Promise<SpanHead[]> {
  return SpanModel.find(
    { workspaceId, traceId: { $in: traceIds } },
    { content: 0, storedAt: 0, expireAt: 0 },
    { session },
  ).lean<SpanHead[]>();
}

/** By conversation id, how much is stored of it; what has nothing is left out. */
export async function measureConversations(
  workspaceId: string,
  conversationIds: string[],
  session: ClientSession,
): Promise<Map<string, { count: number; bytes: number }>> {
  const found = await SpanModel.aggregate<{ _id: string; count: number; bytes: number }>([
    { $match: { workspaceId, conversationId: { $in: conversationIds } } },
    { $group: { _id: '$conversationId', count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
  ]).session(session);
  return new Map(found.map(({ _id, count, bytes }) => [_id, { count, bytes }]));
}

/** Stores records under their ids, in the place of those that are there. */
export async function saveRecords(records: SpanRecord[], session: ClientSession): Promise<void> {
  if (records.length === 0) return;
  await SpanModel.collection.bulkWrite(
    records.map((record) => ({
      replaceOne: { filter: { _id: record._id as never }, replacement: record as never, upsert: true },
    })),
    { session, ordered: false },
  );
}

/** Gives records another conversation. */
export async function moveRecords(
  moves: { id: string; conversationId: string }[],
  session: ClientSession,
): Promise<void> {
  if (moves.length === 0) return;
  await SpanModel.bulkWrite(
    moves.map(({ id, conversationId }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { conversationId } } },
    })),
    { session, ordered: false },
  );
}

export async function listRecords(
  workspaceId: string,
  conversationIds: string[],
  session: ClientSession,
): Promise<SpanRecord[]> {
  return SpanModel.find({ workspaceId, conversationId: { $in: conversationIds } }, null, {
    session,
  }).lean<SpanRecord[]>();
}

/** Lets the records of conversations live as long as what was made of them now. */
export async function renewRecords(
  workspaceId: string,
  conversationIds: string[],
  life: { storedAt: Date; expireAt: Date | null },
  session: ClientSession,
): Promise<void> {
  await SpanModel.updateMany(
    { workspaceId, conversationId: { $in: conversationIds } },
    { $set: life },
    { session },
  );
}

export async function deleteRecords(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<void> {
  await SpanModel.deleteMany({ workspaceId, conversationId }, { session });
}

/** Gives every record of a workspace a new end of life; null days keep them for ever. */
export async function setRecordRetention(workspaceId: string, days: number | null): Promise<void> {
  await SpanModel.updateMany({ workspaceId }, expiryUpdate(days), { updatePipeline: true });
}
