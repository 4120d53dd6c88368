import { findSchedule, markApplied, removeDeleted } from './schedule.repository';
import type { TemporalSchedules } from './temporal-schedules';

/**
 * Brings a schedule in Temporal to its stored state. A concurrent call with an earlier state has no effect, because
 * Temporal has the revision.
 * @throws errors of Temporal; the reconciler calls it again
 */
export async function syncSchedule(
  workspaceId: string,
  id: string,
  temporal: Pick<TemporalSchedules, 'save' | 'remove'>,
): Promise<void> {
  for (;;) {
    const schedule = await findSchedule(workspaceId, id);
    if (schedule === null) {
      await temporal.remove(id);
      await removeDeleted(workspaceId, id);
      return;
    }
    await temporal.save(schedule);
    if (await markApplied(schedule)) return;
  }
}
