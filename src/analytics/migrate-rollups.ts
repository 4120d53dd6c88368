import mongoose from 'mongoose';
import { markEverything } from '../conversations/storage/mark-everything';

const COLLECTION_OF_VERSION_1 = 'rollups';

/**
 * Version 1 stored rollups of hours and days only. They are dropped once allTime is marked, so that rollups are made
 * from the messages again; a call that is cut off in between is repeated by the next `assay migrate`.
 */
export async function migrateRollups(): Promise<void> {
  const { connection } = mongoose;
  const [found] = (await connection.listCollections()).filter(({ name }) => name === COLLECTION_OF_VERSION_1);
  if (found === undefined) return;
  await markEverything();
  await connection.dropCollection(COLLECTION_OF_VERSION_1);
}
