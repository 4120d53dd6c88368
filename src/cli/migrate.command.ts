import '../api-server'; // loads every model, so that every index is known
import { bootstrap } from '../access/accounts/bootstrap';
import { backfillSessions } from '../access/sessions/backfill-sessions';
import { migrateRollups } from '../analytics/migrate-rollups';
import { loadConfig } from '../config';
import { backfillConversations } from '../conversations/storage/backfill-conversations';
import { migrateFindings } from '../conversations/storage/migrate-findings';
import { workspaceDefaults } from '../evaluation/workspace-defaults';
import { migrateNotJudgeable } from '../experiments/migrate-not-judgeable';
import { migrateSchedules } from '../experiments/schedules/migrate-schedules';
import { connectMongo, createIndexes, disconnectMongo } from '../platform/mongo/connection';
import { connectTemporal } from '../platform/temporal/connection';
import { registerSearchAttributes } from '../platform/temporal/search-attributes';

/** `assay migrate`: prepares both engines and migrates stored data. May run repeatedly and concurrently. */
export async function runMigrate(): Promise<void> {
  const config = loadConfig();
  await connectMongo(config.mongodbUri, { appName: 'assay-migrate', serverSelectionTimeoutMs: 30_000 });
  const temporal = connectTemporal(config.temporal);
  try {
    await createIndexes();
    await backfillConversations();
    await backfillSessions();
    await migrateNotJudgeable();
    await migrateSchedules();
    await migrateFindings();
    await migrateRollups();
    if (config.bootstrap !== null) await bootstrap(config.bootstrap, workspaceDefaults);
    await registerSearchAttributes(temporal);
  } finally {
    await temporal.connection.close();
    await disconnectMongo();
  }
}
