import type { mongo } from 'mongoose';
import { driverDatabase } from './driver';

/** Documents that are deleted in one batch. */
const DELETE_BATCH_SIZE = 1000;

/**
 * Every collection with documents of workspaces: those with an index on `workspaceId` that covers all
 * documents. Listed from the database, so that collections of other versions of the service are included.
 */
export async function listWorkspaceCollections(): Promise<mongo.Collection[]> {
  const db = driverDatabase();
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

/** Counts the documents of a workspace. */
export async function countWorkspaceContent(workspaceId: string): Promise<number> {
  let total = 0;
  for (const collection of await listWorkspaceCollections())
    total += await collection.countDocuments({ workspaceId });
  return total;
}

/**
 * Deletes the next batch of a workspace's documents in a collection and returns their number. `before`
 * receives their ids.
 */
export async function deleteNextDocuments(
  collection: mongo.Collection,
  workspaceId: string,
  before: (ids: string[]) => Promise<void> = async () => {},
): Promise<number> {
  const documents = await collection
    .find({ workspaceId }, { projection: { _id: 1 } })
    .limit(DELETE_BATCH_SIZE)
    .toArray();
  if (documents.length === 0) return 0;
  const ids = documents.map(({ _id }) => _id);
  await before(ids.map(String));
  const { deletedCount } = await collection.deleteMany({ _id: { $in: ids }, workspaceId });
  return deletedCount;
}
