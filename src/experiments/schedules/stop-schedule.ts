import type { Schedule } from './schedule';
import { changeSchedule } from './schedule.repository';
import { syncSchedule } from './sync-schedule';
import type { TemporalSchedules } from './temporal-schedules';

/** Whether the creator of a schedule may still create experiments. */
export type IsContributor = (workspaceId: string, creator: Schedule['creator']) => Promise<boolean>;

/**
 * Stops a schedule whose creator may no longer create experiments, unless it was changed since it was read: another person
 * may have resumed it. @throws errors of Temporal, after it was stored
 */
export async function stopSchedule(
  { workspaceId, id, revision }: Pick<Schedule, 'workspaceId' | 'id' | 'revision'>,
  temporal: Pick<TemporalSchedules, 'save' | 'remove'>,
): Promise<void> {
  await changeSchedule(workspaceId, id, { isPaused: true, pausedReason: 'creator_removed' }, revision);
  await syncSchedule(workspaceId, id, temporal);
}
