import type { Logger } from '../../platform/logging';
import { MAX_ENTRIES_PER_PASS, type ReconcilerPass, reconcileEach } from '../../platform/reconciliation/pass';
import { raiseRevision, recordNextFirings } from './schedule.repository';
import { type ComparedSchedule, listSchedulesUnscoped } from './schedule.unscoped.repository';
import { type IsContributor, stopSchedule } from './stop-schedule';
import { syncSchedule } from './sync-schedule';
import type { TemporalSchedules, TemporalState } from './temporal-schedules';

export interface ComparisonDependencies {
  schedules: TemporalSchedules;
  isContributor: IsContributor;
  /** Registers the search attributes, which a new database of Temporal lacks. */
  prepareTemporal(): Promise<void>;
  logger: Logger;
}

/**
 * Compares all schedules with those in Temporal, 100 at a time, and applies what is missing: a database of Temporal that
 * was lost or restored has none, or earlier ones, and one that MongoDB was restored under has later ones. Stops schedules
 * whose creators have no rights any more, and records the next firings.
 */
export function createScheduleComparison({
  schedules,
  isContributor,
  prepareTemporal,
  logger,
}: ComparisonDependencies): ReconcilerPass {
  let after = '';

  return async (signal) => {
    const batch = await listSchedulesUnscoped(after, MAX_ENTRIES_PER_PASS);
    const states = await schedules.listStates(batch);
    if (batch.some(({ id }) => !states.has(id))) await prepareTemporal().catch(() => undefined);
    await reconcileEach(batch, {
      signal,
      reconcile: (schedule) => reconcile(schedule, states.get(schedule.id)),
      onFailure: ({ id: scheduleId }, error) =>
        logger.warn({ err: error, scheduleId }, 'schedule could not be compared with Temporal'),
    });
    await recordNextFirings(
      batch.map((schedule) => ({
        ...schedule,
        nextFiringAt: states.get(schedule.id)?.nextFiringsAt[0] ?? null,
      })),
    );
    const isComplete = batch.length < MAX_ENTRIES_PER_PASS;
    after = isComplete ? '' : (batch.at(-1)?.id ?? '');
    return { isComplete };
  };

  async function reconcile(schedule: ComparedSchedule, state: TemporalState | undefined): Promise<void> {
    const { workspaceId, id, isPaused, creator, revision } = schedule;
    if (!isPaused && !(await isContributor(workspaceId, creator))) return stopSchedule(schedule, schedules);
    if (state?.isPaused === isPaused && state.revision === revision) return;
    if (state !== undefined && state.revision > revision) await raiseRevision(schedule, state.revision + 1);
    await syncSchedule(workspaceId, id, schedules);
  }
}
