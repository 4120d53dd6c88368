import '../api-server'; // loads every model, so that every index is known
import { bootstrap } from '../access/accounts/bootstrap';
import { loadConfig } from '../config';
import { workspaceDefaults } from '../evaluation/workspace-defaults';
import { connectMongo, createIndexes, disconnectMongo } from '../platform/mongo/connection';
import { type Migration, runMigrations } from '../platform/mongo/migrations';
import { connectTemporal, toTemporalFailure } from '../platform/temporal/connection';
import { registerSearchAttributes } from '../platform/temporal/search-attributes';

/** Oldest first. New ones are appended; released ones stay. */
const migrations: readonly Migration[] = [];

/** `assay migrate`: prepares both engines and migrates stored data. May run repeatedly and concurrently. */
export async function runMigrate(): Promise<void> {
  const config = loadConfig();
  await connectMongo(config.mongodbUri, { appName: 'assay-migrate', serverSelectionTimeoutMs: 30_000 });
  const temporal = connectTemporal(config.temporal);
  try {
    await createIndexes();
    await runMigrations(migrations);
    if (config.bootstrap !== null) await bootstrap(config.bootstrap, workspaceDefaults);
    await registerSearchAttributes(temporal).catch((error: unknown) => {
      throw toTemporalFailure(error, config.temporal);
    });
  } finally {
    await temporal.connection.close();
    await disconnectMongo();
  }
}
