import type { Model } from 'mongoose';

/**
 * Stores each document unless one is stored under its id already, and answers what is stored then, in the same
 * order: of several writers the first wins, and all go on with its document. It goes to the driver directly,
 * because mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
export async function insertIfAbsent<Document extends { _id: string }>(
  model: Model<Document>,
  documents: Document[],
): Promise<Document[]> {
  const collection = model.db.collection<{ _id: string }>(model.collection.name);
  const { upsertedIds } = await collection.bulkWrite(
    documents.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
    })),
  );
  const kept = documents.filter((_, index) => upsertedIds[index] === undefined).map(({ _id }) => _id);
  if (kept.length === 0) return documents;
  const found = await collection.find({ _id: { $in: kept } }).toArray();
  const stored = new Map(found.map((document) => [document._id, document as unknown as Document]));
  return documents.map((document) => stored.get(document._id) ?? document);
}
