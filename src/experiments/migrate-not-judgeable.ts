import { hasOldVerdicts, migrateVerdicts } from '../conversations/storage/migrate-verdicts';
import { listEmbeddedIdsUnscoped } from '../evaluation/evaluators/evaluator.unscoped.repository';
import { isMigrationCompleted, setMigrationCompleted } from '../platform/mongo/migrations';
import { migrateItems } from './migrate-items';

const NAME = 'not_judgeable';

/**
 * Rewrites verdicts stored before a reply could be not judgeable: evaluations, messages, experiment items and the
 * numbers of experiments (ADR 25). Once completed, it is repeated only if old verdicts are found, which a service of
 * the version before may have stored since.
 */
export async function migrateNotJudgeable(): Promise<void> {
  const embeddedIds = await listEmbeddedIdsUnscoped();
  if ((await isMigrationCompleted(NAME)) && !(await hasOldVerdicts(embeddedIds))) return;
  await setMigrationCompleted(NAME, false);
  await migrateVerdicts(embeddedIds);
  await migrateItems();
  await setMigrationCompleted(NAME, true);
}
