import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { runScheduleWorkflow } from '../../../workflows/contracts';
import type { runSchedule } from '../../../workflows/run-schedule.workflow';
import { valueError } from '../../platform/errors/error-templates';
import { callTemporal, pingTemporal } from '../../platform/temporal/connection';
import { workspaceAttribute } from '../../platform/temporal/search-attributes';
import { summarize } from '../../platform/temporal/summary';
import type { Schedule } from './schedule';

const POLL_MS = 1000;
/** Firings that an outage of Temporal has delayed for longer are left out. */
const CATCHUP_WINDOW = '1 hour';
const INVALID_ARGUMENT = 3;

/** Schedules in Temporal. All throw AppError temporal_unavailable in an outage. */
export interface TemporalSchedules {
  ping(): Promise<void>;
  /** Creates it, or pauses or resumes the existing one. @throws AppError value_error if Temporal rejects it */
  save(schedule: Schedule): Promise<void>;
  /** No effect if there is none. */
  remove(id: string): Promise<void>;
  /** Null if it is paused or does not exist. */
  findNextFiring(id: string): Promise<Date | null>;
}

export function createTemporalSchedules(client: Client, taskQueue: string): TemporalSchedules {
  const { type, idOf } = runScheduleWorkflow;
  return {
    ping: () => pingTemporal(client),

    async save(schedule) {
      const { id, name, cron, timeZone, overlap, workspaceId, isPaused } = schedule;
      try {
        await callTemporal(client, () =>
          client.schedule.create<typeof runSchedule>({
            scheduleId: idOf(id),
            spec: { cronExpressions: [cron], timezone: timeZone },
            action: {
              type: 'startWorkflow',
              workflowType: type,
              // The server appends the scheduled time.
              workflowId: idOf(id),
              taskQueue,
              args: [{ scheduleId: id, pollMs: POLL_MS, experimentId: null }],
              typedSearchAttributes: [{ key: workspaceAttribute, value: workspaceId }],
            },
            policies: {
              overlap: overlap === 'skip' ? ScheduleOverlapPolicy.SKIP : ScheduleOverlapPolicy.BUFFER_ALL,
              catchupWindow: CATCHUP_WINDOW,
            },
            memo: { name: summarize(name) },
            state: { paused: isPaused },
          }),
        );
      } catch (error) {
        if (isInvalid(error)) {
          const problem = 'Temporal does not know the time zone or cannot evaluate the cron expression';
          throw valueError(problem, { loc: ['body', 'time_zone'], input: timeZone, cause: error });
        }
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        const handle = client.schedule.getHandle(idOf(id));
        await callTemporal(client, () => (isPaused ? handle.pause() : handle.unpause()));
      }
    },

    async remove(id) {
      try {
        await callTemporal(client, () => client.schedule.getHandle(idOf(id)).delete());
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      }
    },

    async findNextFiring(id) {
      try {
        const { info, state } = await callTemporal(client, () =>
          client.schedule.getHandle(idOf(id)).describe(),
        );
        return state.paused ? null : (info.nextActionTimes[0] ?? null);
      } catch (error) {
        if (error instanceof ScheduleNotFoundError) return null;
        throw error;
      }
    },
  };
}

function isInvalid(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === INVALID_ARGUMENT) || isInvalid(error.cause);
}
