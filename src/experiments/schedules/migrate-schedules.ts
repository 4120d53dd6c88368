import { isMigrationCompleted, setMigrationCompleted } from '../../platform/mongo/migrations';
import { markAllPendingUnscoped } from './schedule.unscoped.repository';

const NAME = 'schedule_revisions';

/** Has the reconciler apply every schedule once: an earlier version could leave Temporal at an earlier state. */
export async function migrateSchedules(): Promise<void> {
  if (await isMigrationCompleted(NAME)) return;
  await markAllPendingUnscoped();
  await setMigrationCompleted(NAME, true);
}
