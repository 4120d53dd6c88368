import mongoose, { type mongo } from 'mongoose';

/** How many documents are deleted in one go. */
const DELETE_BATCH_SIZE = 1000;

/**
 * Every collection with documents of workspaces: those with an index on `workspaceId` that covers all documents. Taken
 * from the database, so that nothing that is stored by another version of the service is left out.
 */
export async function listWorkspaceCollections(): Promise<mongo.Collection[]> {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('MongoDB is not connected');
  const infos = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const collections = infos
    .filter(({ name }) => !name.startsWith('system.'))
    .map(({ name }) => db.collection(name));
  const isOfWorkspaces = await Promise.all(
    collections.map(async (collection) => (await collection.indexes()).some(coversWorkspaces)),
  );
  return collections.filter((_, index) => isOfWorkspaces[index]);
}

export function coversWorkspaces(index: {
  key: Record<string, unknown>;
  partialFilterExpression?: unknown;
}): boolean {
  return Object.keys(index.key)[0] === 'workspaceId' && index.partialFilterExpression === undefined;
}

/** How many documents of a workspace there are. */
export async function countWorkspaceContent(workspaceId: string): Promise<number> {
  let total = 0;
  for (const collection of await listWorkspaceCollections())
    total += await collection.countDocuments({ workspaceId });
  return total;
}

/** Deletes the next documents of a workspace in a collection; returns how many. `before` is given their ids. */
export async function deleteNextDocuments(
  collection: mongo.Collection,
  workspaceId: string,
  before: (ids: string[]) => Promise<void> = async () => {},
): Promise<number> {
  const found = await collection
    .find({ workspaceId }, { projection: { _id: 1 } })
    .limit(DELETE_BATCH_SIZE)
    .toArray();
  if (found.length === 0) return 0;
  const ids = found.map(({ _id }) => _id);
  await before(ids.map(String));
  const { deletedCount } = await collection.deleteMany({ _id: { $in: ids }, workspaceId });
  return deletedCount;
}
