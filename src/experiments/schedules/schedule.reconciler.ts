import { currentTimeMs } from '../../platform/clock';
import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { listPendingSchedulesUnscoped } from './schedule.unscoped.repository';
import { syncSchedule } from './sync-schedule';
import type { TemporalSchedules } from './temporal-schedules';

/** Applies changes of schedules that did not reach Temporal, because the api crashed or Temporal was down. */
export function createScheduleReconciler(
  { schedules, logger }: { schedules: TemporalSchedules; logger: Logger },
  graceMs: number,
): ReconcilerPass {
  return async (signal) => {
    const before = new Date(currentTimeMs() - graceMs);
    const pending = await listPendingSchedulesUnscoped(before, MAX_ENTRIES_PER_PASS);
    await reconcileEach(pending, {
      signal,
      reconcile: ({ workspaceId, id }) => syncSchedule(workspaceId, id, schedules),
      onFailure: ({ id: scheduleId }, error) =>
        logger.warn({ err: error, scheduleId }, 'schedule could not be reconciled'),
    });
    return { isComplete: pending.length < MAX_ENTRIES_PER_PASS };
  };
}
