import mongoose from 'mongoose';
import { markEverything } from '../conversations/storage/mark-everything';
import { expireOtherFormats } from './stored-rollup.unscoped.repository';

const COLLECTION_OF_VERSION_1 = 'rollups';

/**
 * Rollups of another format are expired, so that the worker builds them again ahead of queries.
 *
 * Version 1 stored rollups of hours and days only. They are dropped once every period is marked, so that
 * rollups are built from the messages again. After an interruption, the next `assay migrate` repeats the
 * call.
 */
export async function migrateRollups(): Promise<void> {
  await expireOtherFormats();
  const { connection } = mongoose;
  const [found] = (await connection.listCollections()).filter(({ name }) => name === COLLECTION_OF_VERSION_1);
  if (found === undefined) return;
  await markEverything();
  await connection.dropCollection(COLLECTION_OF_VERSION_1);
}
