import { isContributor } from '../../access/identity/contributors';
import { createWithinLimits } from '../../access/limits/creation-limits';
import { currentTime } from '../../platform/clock';
import { AppError, ValidationError } from '../../platform/errors/app-error';
import { notFound } from '../../platform/errors/error-templates';
import type { Page, PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import type { ExperimentCreation } from '../creation/create-experiment';
import type { Creator } from '../store/experiment';
import type { Schedule, ScheduleView } from './schedule';
import {
  changeSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  removeUnchanged,
  type ScheduleChange,
} from './schedule.repository';
import type { CreateSchedule } from './schedule.schema';
import { syncSchedule } from './sync-schedule';
import type { TemporalSchedules } from './temporal-schedules';

export interface ScheduleServiceDependencies {
  schedules: TemporalSchedules;
  experiments: Pick<ExperimentCreation, 'check'>;
  pager: Pager;
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

/** Creates, lists, pauses and deletes schedules of experiments. */
export function createScheduleService(dependencies: ScheduleServiceDependencies) {
  const { schedules, pager } = dependencies;
  return {
    create: create.bind(null, dependencies),
    get: get.bind(null, schedules),

    async list(workspaceId: string, query: PageQuery): Promise<Page<ScheduleView>> {
      const page = await pager.list({
        order: byTime,
        scope: ['schedules', workspaceId],
        query,
        find: (position, limit) => listSchedules(workspaceId, position, limit),
      });
      const states = await throughOutage(schedules.listStates(page.items));
      return {
        ...page,
        items: page.items.map((one) => toView(one, states?.get(one.id)?.nextFiringsAt)),
      };
    },

    /** @throws AppError not_found, temporal_unavailable */
    async pause(workspaceId: string, id: string): Promise<ScheduleView> {
      await change(schedules, await requireSchedule(workspaceId, id), { isPaused: true, pausedReason: null });
      return get(schedules, workspaceId, id);
    },

    /**
     * Resumes a schedule. If it stopped because its creator was removed, or the creator was removed while it was paused,
     * the caller is its creator from now on.
     * @throws AppError not_found, temporal_unavailable
     */
    async resume(workspaceId: string, id: string, caller: Creator): Promise<ScheduleView> {
      const schedule = await requireSchedule(workspaceId, id);
      await change(schedules, schedule, {
        isPaused: false,
        pausedReason: null,
        creator: (await keepsCreator(schedule)) ? schedule.creator : caller,
        nextFiringAt: currentTime(),
      });
      return get(schedules, workspaceId, id);
    },

    /** Deletes a schedule; its experiments stay. @throws AppError not_found, temporal_unavailable */
    async remove(workspaceId: string, id: string): Promise<void> {
      await change(schedules, await requireSchedule(workspaceId, id), { isDeleted: true });
    },
  };
}

/**
 * Creates a schedule, or returns the one that the same request created before.
 * @throws AppError model_unknown, model_price_unknown, value_error, query_timeout, temporal_unavailable; conflict
 * beyond 100; ValidationError
 */
async function create(
  { schedules, experiments }: ScheduleServiceDependencies,
  workspaceId: string,
  id: string,
  { name, cron, time_zone: timeZone, overlap, experiment }: CreateSchedule,
  creator: Creator,
  signal: AbortSignal,
): Promise<ScheduleView> {
  const existing = await findSchedule(workspaceId, id);
  if (existing !== null) return withNextFirings(schedules, existing);
  await within('experiment', () => experiments.check(workspaceId, experiment, signal));
  await schedules.ping();
  const schedule: Schedule = {
    id,
    workspaceId,
    name,
    cron,
    timeZone,
    overlap,
    experiment,
    creator,
    isPaused: false,
    pausedReason: null,
    createdAt: currentTime(),
    firings: [],
    revision: 1,
  };
  try {
    await inTransaction((session) =>
      createWithinLimits(workspaceId, 'schedules', session, () => insertSchedule(schedule, session)),
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await apply(schedules, schedule).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'value_error')) throw error;
    await removeUnchanged(schedule);
    throw error;
  });
  return get(schedules, workspaceId, id);
}

/** @throws AppError not_found */
async function get(schedules: TemporalSchedules, workspaceId: string, id: string): Promise<ScheduleView> {
  return withNextFirings(schedules, await requireSchedule(workspaceId, id));
}

async function change(
  schedules: TemporalSchedules,
  { workspaceId, id }: Schedule,
  to: ScheduleChange,
): Promise<void> {
  await schedules.ping();
  const schedule = await changeSchedule(workspaceId, id, to);
  if (schedule === null) throw notFound('Schedule', 'schedule_id');
  await apply(schedules, schedule);
}

/** The stored state counts: during an outage the reconciler applies it. @throws AppError value_error */
async function apply(schedules: TemporalSchedules, { workspaceId, id }: Schedule): Promise<void> {
  await syncSchedule(workspaceId, id, schedules).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'value_error') throw error;
  });
}

async function withNextFirings(schedules: TemporalSchedules, schedule: Schedule): Promise<ScheduleView> {
  const firings = await throughOutage(schedules.findNextFirings(schedule.id));
  return toView(schedule, firings);
}

/** A pause counts at once, also while Temporal does not know of it. */
function toView(schedule: Schedule, firings: readonly Date[] | null = []): ScheduleView {
  return { ...schedule, nextFiringsAt: schedule.isPaused ? [] : (firings ?? []) };
}

/** Null while Temporal is unavailable. */
async function throughOutage<Found>(finding: Promise<Found>): Promise<Found | null> {
  return finding.catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

async function keepsCreator({ workspaceId, creator, pausedReason }: Schedule): Promise<boolean> {
  return pausedReason === null && isContributor(workspaceId, creator);
}

async function requireSchedule(workspaceId: string, id: string): Promise<Schedule> {
  const schedule = await findSchedule(workspaceId, id);
  if (schedule === null) throw notFound('Schedule', 'schedule_id');
  return schedule;
}

/** Reports errors of a nested request at its field of the body. */
async function within<Result>(field: string, check: () => Promise<Result>): Promise<Result> {
  const nest = ([place, ...rest]: string[]) => (place === 'body' ? ['body', field, ...rest] : [field]);
  try {
    return await check();
  } catch (error) {
    if (error instanceof ValidationError) {
      throw new ValidationError(error.problems.map((one) => ({ ...one, loc: nest(one.loc) })));
    }
    if (error instanceof AppError && error.loc[0] === 'body') throw error.at(nest(error.loc));
    throw error;
  }
}
