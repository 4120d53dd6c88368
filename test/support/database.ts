import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { connectMongo, createIndexes, disconnectMongo } from '../../src/platform/mongo/connection';
import { testMongodbUri } from './engine-addresses';

/** The URI of a new database on the mongod of the test run. */
export function freshDatabaseUri(): string {
  return testMongodbUri(`test_${randomUUID().replaceAll('-', '').slice(0, 16)}`);
}

/**
 * Gives the tests of a file a fresh database with all indexes of the models they imported, and drops it afterwards. Other
 * `options` are added to the URI.
 */
export function useDatabase(options: Record<string, string> = {}): void {
  beforeAll(async () => {
    const uri = new URL(freshDatabaseUri());
    for (const [name, value] of Object.entries(options)) uri.searchParams.set(name, value);
    await connectMongo(uri.href, {
      appName: 'assay-test',
      serverSelectionTimeoutMs: 5000,
      socketTimeoutMs: 20_000,
    });
    await createIndexes();
  });
  afterAll(async () => {
    await mongoose.connection.dropDatabase();
    await disconnectMongo();
  });
}
