import { ZodError } from 'zod';
import { cutText } from '../../../packages/text';
import type { FiringInput } from '../../../workflows/contracts';
import { derivedId } from '../../platform/derived-id';
import { AppError, type ErrorCode, ValidationError } from '../../platform/errors/app-error';
import type { ExperimentCreation } from '../creation/create-experiment';
import { openExperimentStatuses } from '../store/experiment';
import { findExperimentUnscoped } from '../store/experiment.unscoped.repository';
import { createExperimentSchema } from '../wire/experiment.schema';
import { countFiring } from './firing-count.repository';
import type { Firing, Schedule } from './schedule';
import { recordFiring, toSchedule } from './schedule.repository';
import { findScheduleUnscoped } from './schedule.unscoped.repository';
import { type IsContributor, stopSchedule } from './stop-schedule';
import type { TemporalSchedules } from './temporal-schedules';

const MAX_NAME_LENGTH = 255;
/** Below the timeout of the activity. */
const CREATION_TIMEOUT_MS = 100_000;
/** Transient errors that may last: a query that always exceeds its time would hold up all later firings. */
const leftToNextFiring: ReadonlySet<ErrorCode> = new Set(['limit_reached', 'query_timeout']);
const tooLate = {
  code: 'query_timeout',
  message: `The experiment was not created within ${CREATION_TIMEOUT_MS / 1000} s`,
};

const creatorRemoved = {
  code: 'role_insufficient',
  message:
    'The creator of the schedule is no longer a contributor of the workspace; resume it to take it over',
} satisfies { code: ErrorCode; message: string };

export type ScheduledExperiments = ReturnType<typeof createScheduledExperiments>;

/** The activities of a firing. Both are idempotent. */
export function createScheduledExperiments({
  experiments,
  schedules,
  isContributor,
}: {
  experiments: { create(...request: Parameters<ExperimentCreation['create']>): Promise<unknown> };
  schedules: Pick<TemporalSchedules, 'save' | 'remove'>;
  isContributor: IsContributor;
}) {
  return {
    /**
     * Creates the experiment of a firing, whose id follows from the firing. Null if the schedule was deleted, or if the
     * experiment is refused, which the schedule then shows, or the schedule is paused. Stops a schedule whose creator may
     * no longer create experiments.
     */
    async startScheduledExperiment({ scheduleId, firing }: FiringInput): Promise<string | null> {
      const storedSchedule = await findScheduleUnscoped(scheduleId);
      if (storedSchedule === null) {
        // Its workspace was deleted while it was being created.
        await schedules.remove(scheduleId);
        return null;
      }
      const schedule = toSchedule(storedSchedule);
      // Paused while Temporal could not be reached.
      if (schedule.isPaused) return null;
      const scheduledAt = timeOf(firing);
      if (!(await isContributor(schedule.workspaceId, schedule.creator))) {
        await record(schedule, { scheduledAt, experimentId: null, error: creatorRemoved });
        await stopSchedule(schedule, schedules);
        return null;
      }
      const experimentId = derivedId(firing, 'scheduled-experiment');
      try {
        await createAt(schedule, experimentId, scheduledAt);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        await record(schedule, { scheduledAt, experimentId: null, error: refusal });
        return null;
      }
      await record(schedule, { scheduledAt, experimentId, error: null });
      return experimentId;
    },

    /** Whether an experiment has ended or was deleted. */
    async hasExperimentEnded({ experimentId }: { experimentId: string }): Promise<boolean> {
      const experiment = await findExperimentUnscoped(experimentId);
      return experiment === null || !openExperimentStatuses.includes(experiment.status);
    },
  };

  async function createAt(
    { workspaceId, experiment, creator }: Schedule,
    experimentId: string,
    scheduledAt: Date,
  ): Promise<void> {
    if ((await findExperimentUnscoped(experimentId)) !== null) return;
    const suffix = ` (${scheduledAt.toISOString().slice(0, 16)}Z)`;
    const name = cutText(experiment.name, MAX_NAME_LENGTH - suffix.length) + suffix;
    const request = createExperimentSchema.parse({ ...experiment, name });
    const signal = AbortSignal.timeout(CREATION_TIMEOUT_MS);
    await experiments.create(workspaceId, experimentId, request, creator, signal);
  }
}

/** A process that ends in between leaves one firing uncounted. */
async function record(schedule: Schedule, firing: Firing): Promise<void> {
  if (await recordFiring(schedule, firing)) await countFiring(firing);
}

/** The scheduled time, which the server appends to the id of the workflow. */
function timeOf(firing: string): Date {
  return new Date(/\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.exec(firing)?.[0] ?? Number.NaN);
}

/** Why the experiment cannot be created now; null for errors after which the activity is retried. */
function refusalOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof ZodError) return { code: 'value_error', message: 'The stored request is not valid' };
  if (error instanceof ValidationError) return { code: 'value_error', message: error.message };
  if (error instanceof DOMException && error.name === 'TimeoutError') return tooLate;
  if (!(error instanceof AppError)) return null;
  // The next firing tries again.
  if (!error.isFinal && !leftToNextFiring.has(error.code)) return null;
  return { code: error.code, message: error.message };
}
