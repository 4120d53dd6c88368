import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../platform/clock';
import { driverCollection } from '../platform/mongo/driver';
import { neighborKeys } from './call-keys';
import { inPieces } from './in-pieces';
import type { LockVersion } from './lock-cache';
import { callIndex, type SpanLock, SpanLockModel, SpanModel, type SpanRecord } from './span.model';
import { measureTexts, READ_BATCH_SIZE } from './span-text.repository';

const WITHOUT_CONTENT = { content: 0, storedAt: 0, expireAt: 0 } as const;

/** Calls whose twins are found with one query. */
const MAX_QUERIED = 64;
/** Twins that one query returns. In a load test, thousands of concurrent calls have the same messages. */
const MAX_TWINS = 512;

const LOCK_LIFE_MS = 86_400_000;
/** Locks that are deleted in one batch. */
const LOCK_BATCH_SIZE = 1000;

/** The fields of a record that decide its conversation. */
export type SpanHead = Omit<SpanRecord, 'content' | 'storedAt' | 'expireAt'>;

export const traceLock = (workspaceId: string, traceId: string) => `${workspaceId}/trace/${traceId}`;
export const conversationLock = (workspaceId: string, conversationId: string) =>
  `${workspaceId}/conversation/${conversationId}`;

/**
 * Makes transactions with a common name conflict, so that the later one sees what the first wrote. Returns
 * the version of each lock by its name. Scoped by the names, which begin with the workspace.
 */
export async function lock(names: string[], session: ClientSession): Promise<Map<string, LockVersion>> {
  const expireAt = new Date(currentTimeMs() + LOCK_LIFE_MS);
  const ids = [...new Set(names)].sort();
  if (ids.length === 0) return new Map();
  const updates = ids.map((_id) => ({
    updateOne: {
      filter: { _id },
      update: { $inc: { taken: 1 }, $set: { expireAt }, $setOnInsert: { epoch: randomUUID() } },
      upsert: true,
    },
  }));
  await SpanLockModel.bulkWrite(updates, { session, ordered: false });
  const found = await SpanLockModel.find({ _id: { $in: ids } }, null, { session }).lean<SpanLock[]>();
  return new Map(found.map(({ _id, epoch, taken }) => [_id, { epoch, taken }]));
}

/** Deletes the next batch of a workspace's locks and returns their number. Their names begin with its id. */
export async function deleteNextLocks(workspaceId: string): Promise<number> {
  const _id = { $gte: `${workspaceId}/`, $lt: `${workspaceId}0` }; // `0` follows `/`
  const found = await SpanLockModel.find({ _id }, { _id: 1 }).limit(LOCK_BATCH_SIZE).lean();
  if (found.length === 0) return 0;
  const { deletedCount } = await SpanLockModel.deleteMany({ _id: { $in: found.map((lock) => lock._id) } });
  return deletedCount;
}

/** All records of the traces, without their content. */
export async function listHeads(
  workspaceId: string,
  traceIds: string[],
  session: ClientSession,
): Promise<SpanHead[]> {
  return SpanModel.find({ workspaceId, traceId: { $in: traceIds } }, WITHOUT_CONTENT, {
    session,
    batchSize: READ_BATCH_SIZE,
  }).lean<SpanHead[]>();
}

/**
 * By conversation id, the number of its records, and the bytes of these and their texts; conversations without records
 * are left out.
 */
export async function measureConversations(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, { count: number; bytes: number }>> {
  const found = await SpanModel.aggregate<{ _id: string; count: number; bytes: number }>([
    { $match: { workspaceId, conversationId: { $in: conversationIds } } },
    { $group: { _id: '$conversationId', count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
  ]).session(session);
  const ids = found.map(({ _id }) => _id);
  const texts = ids.length === 0 ? new Map() : await measureTexts(workspaceId, ids, session);
  return new Map(
    found.map(({ _id, count, bytes }) => [_id, { count, bytes: bytes + (texts.get(_id) ?? 0) }]),
  );
}

/** Stores records under their ids, replacing existing ones. */
export async function saveRecords(records: SpanRecord[], session: ClientSession): Promise<void> {
  if (records.length === 0) return;
  await driverCollection<SpanRecord>(SpanModel).bulkWrite(
    records.map((record) => ({
      replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
    })),
    { session, ordered: false },
  );
}

/** By pieces of the calls, the records in other traces that may be the same calls, recorded by other libraries. */
export async function* listTwins(
  workspaceId: string,
  calls: readonly SpanHead[],
): AsyncGenerator<{ piece: SpanHead[]; twins: SpanHead[] }> {
  for (const piece of inPieces(calls, MAX_QUERIED))
    yield { piece, twins: await queryTwins(workspaceId, piece).lean<SpanHead[]>() };
}

/** Excludes most of what `isSameCall` rejects, so that the limit does not leave out a twin. */
export function queryTwins(
  workspaceId: string,
  calls: readonly Pick<SpanHead, 'traceId' | 'startMicros' | 'call'>[],
) {
  const filters = calls.map((head) => {
    const { library = null, responseId = null, endMicros = head.startMicros } = head.call ?? {};
    return {
      workspaceId,
      traceId: { $ne: head.traceId },
      startMicros: { $lte: endMicros },
      'call.keys': { $in: neighborKeys(head) },
      'call.library': { $ne: library },
      'call.endMicros': { $gte: head.startMicros },
      ...(responseId !== null && { 'call.responseId': { $in: [null, responseId] } }),
    };
  });
  return SpanModel.find({ $or: filters }, WITHOUT_CONTENT, { batchSize: READ_BATCH_SIZE })
    .hint(callIndex)
    .limit(MAX_TWINS);
}

/** Assigns records to other conversations. */
export async function moveRecords(
  moves: { head: SpanHead; conversationId: string }[],
  session: ClientSession,
): Promise<void> {
  if (moves.length === 0) return;
  await SpanModel.bulkWrite(
    moves.map(({ head: { _id, conversationKey, continuedKey }, conversationId }) => ({
      updateOne: { filter: { _id }, update: { $set: { conversationId, conversationKey, continuedKey } } },
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
    batchSize: READ_BATCH_SIZE,
  }).lean<SpanRecord[]>();
}

export async function listRecordsById(
  workspaceId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<SpanRecord[]> {
  return SpanModel.find({ _id: { $in: [...ids] }, workspaceId }, null, { session }).lean<SpanRecord[]>();
}

/** Updates the expiry of single records to that of their conversation. */
export async function renewRecordsById(
  workspaceId: string,
  ids: readonly string[],
  life: { storedAt: Date; expireAt: Date | null },
  session: ClientSession,
): Promise<void> {
  await SpanModel.updateMany({ _id: { $in: [...ids] }, workspaceId }, { $set: life }, { session });
}

/** The traces that records of conversations belong to. */
export async function listTraceIds(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<string[]> {
  return SpanModel.distinct('traceId', { workspaceId, conversationId: { $in: conversationIds } }).session(
    session,
  );
}
