import type { ClientSession, Model } from 'mongoose';
import { driverCollection, inSession } from './driver';

/**
 * Inserts each document unless one with its id exists, and returns what is stored then, in the same order. Of
 * several writers the first wins, and all continue with its document. Uses the driver directly, because
 * mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
export async function insertIfAbsent<Document extends { _id: string }>(
  model: Model<Document>,
  documents: Document[],
  session?: ClientSession,
): Promise<Document[]> {
  const options = inSession(session);
  const collection = driverCollection<{ _id: string }>(model);
  const { upsertedIds } = await collection.bulkWrite(
    documents.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
    })),
    options,
  );
  const presentIds = documents.filter((_, index) => upsertedIds[index] === undefined).map(({ _id }) => _id);
  if (presentIds.length === 0) return documents;
  const existing = await collection.find({ _id: { $in: presentIds } }, options).toArray();
  const existingById = new Map(existing.map((document) => [document._id, document as unknown as Document]));
  return documents.map((document) => existingById.get(document._id) ?? document);
}
