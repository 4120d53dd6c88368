import { randomUUID } from 'node:crypto';
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleSummary,
} from '@temporalio/client';
import { runScheduleWorkflow } from '../../../workflows/contracts';
import type { runSchedule } from '../../../workflows/run-schedule.workflow';
import { AppError } from '../../platform/errors/app-error';
import { valueError } from '../../platform/errors/error-templates';
import { callTemporal, pingTemporal } from '../../platform/temporal/connection';
import { workspaceAttribute } from '../../platform/temporal/search-attributes';
import { summarize } from '../../platform/temporal/summary';
import type { Schedule } from './schedule';

const POLL_MS = 1000;
/** Firings that an outage of Temporal has delayed for longer are left out. */
const CATCHUP_WINDOW = '1 hour';
const INVALID_ARGUMENT = 3;
/** Visibility stores five. */
const LISTED_FIRINGS = 5;
/** Per list, one after the other: Temporal limits how many schedules are described in a second. */
const MAX_READS = 20;
const { type, idOf } = runScheduleWorkflow;

/** Schedules in Temporal. All throw AppError temporal_unavailable in an outage. */
export interface TemporalSchedules {
  ping(): Promise<void>;
  /**
   * Creates it, or pauses or resumes the existing one, unless that is of this revision or a later one.
   * @throws AppError value_error if Temporal rejects it
   */
  save(schedule: Schedule): Promise<void>;
  /** No effect if there is none. */
  remove(id: string): Promise<void>;
  /** The next ten; none if it is paused or does not exist. */
  findNextFirings(id: string): Promise<readonly Date[]>;
  /**
   * Those that exist. One call to visibility, which may lag or keep the state before the last change; of those that it
   * does not show in the given revision, the first 20 are read one by one, while Temporal responds.
   */
  listStates(
    schedules: readonly Pick<Schedule, 'id' | 'revision'>[],
  ): Promise<ReadonlyMap<string, TemporalState>>;
}

/** The state of a schedule in Temporal. */
export interface TemporalState {
  /** 0 if an operator of Temporal has changed it. */
  revision: number;
  isPaused: boolean;
  /** The next five or ten; none if it is paused. */
  nextFiringsAt: readonly Date[];
}

export function createTemporalSchedules(client: Client, taskQueue: string): TemporalSchedules {
  return {
    ping: () => pingTemporal(client),

    async save(schedule) {
      try {
        await create(client, taskQueue, schedule);
      } catch (error) {
        if (isInvalid(error)) {
          const problem = 'Temporal does not know the time zone or cannot evaluate the cron expression';
          throw valueError(problem, { loc: ['body', 'time_zone'], input: schedule.timeZone, cause: error });
        }
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await update(client, schedule).catch((problem: unknown) => {
          // A concurrent call has deleted it.
          if (!(problem instanceof ScheduleNotFoundError)) throw problem;
        });
      }
    },

    async remove(id) {
      try {
        await callTemporal(client, () => client.schedule.getHandle(idOf(id)).delete());
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      }
    },

    async findNextFirings(id) {
      return (await readState(client, id))?.nextFiringsAt ?? [];
    },

    async listStates(schedules) {
      const states = await listVisible(
        client,
        schedules.map(({ id }) => id),
      );
      const outdated = schedules.filter(({ id, revision }) => states.get(id)?.revision !== revision);
      for (const { id } of outdated.slice(0, MAX_READS)) {
        try {
          const state = await readState(client, id);
          if (state === null) states.delete(id);
          else states.set(id, { ...state, nextFiringsAt: state.nextFiringsAt.slice(0, LISTED_FIRINGS) });
        } catch (error) {
          if (error instanceof AppError) break;
          throw error;
        }
      }
      return states;
    },
  };
}

/** Null if it does not exist. */
async function readState(client: Client, id: string): Promise<TemporalState | null> {
  try {
    return toState(await callTemporal(client, () => client.schedule.getHandle(idOf(id)).describe()));
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

async function listVisible(client: Client, ids: readonly string[]): Promise<Map<string, TemporalState>> {
  const states = new Map<string, TemporalState>();
  if (ids.length === 0) return states;
  const idOfSchedule = new Map(ids.map((id) => [idOf(id), id]));
  const query = `ScheduleId IN (${ids.map((id) => `'${idOf(id)}'`).join(', ')})`;
  await callTemporal(client, async () => {
    // A full page would be followed by a second call.
    const summaries = client.schedule.list({ query, pageSize: ids.length + 1 });
    for await (const summary of summaries) {
      states.set(idOfSchedule.get(summary.scheduleId) ?? '', toState(summary));
    }
  });
  return states;
}

function toState({ state, info }: ScheduleDescription | ScheduleSummary): TemporalState {
  return {
    revision: revisionOf(state.note),
    isPaused: state.paused,
    nextFiringsAt: state.paused ? [] : info.nextActionTimes,
  };
}

function create(
  client: Client,
  taskQueue: string,
  { id, name, cron, timeZone, overlap, workspaceId, isPaused, revision }: Schedule,
): Promise<unknown> {
  return callTemporal(client, () =>
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
      state: { paused: isPaused, note: noteOf(revision) },
    }),
  );
}

/**
 * Writes a revision over an earlier one. The server ignores a write without saying so if the schedule was changed
 * after it was read here, which the next read shows. So a late writer cannot replace a later revision, even if its
 * process ends right after.
 */
async function update(client: Client, { id, isPaused, revision }: Schedule): Promise<void> {
  const scheduleId = idOf(id);
  for (;;) {
    const { raw, state } = await callTemporal(client, () => client.schedule.getHandle(scheduleId).describe());
    if (revisionOf(state.note) >= revision) return;
    const { schedule, conflictToken = null } = raw;
    await callTemporal(client, () =>
      client.workflowService.updateSchedule({
        namespace: client.options.namespace,
        scheduleId,
        schedule: {
          ...schedule,
          state: { ...schedule?.state, paused: isPaused, notes: noteOf(revision) },
        },
        conflictToken,
        requestId: randomUUID(),
      }),
    );
  }
}

/** The note of a schedule, which the Temporal UI shows. */
const noteOf = (revision: number): string => `Revision ${revision}`;

/** 0 if the schedule was changed by an operator of Temporal. */
function revisionOf(note: string | undefined): number {
  return Number(/^Revision (\d+)$/.exec(note ?? '')?.[1] ?? 0);
}

function isInvalid(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === INVALID_ARGUMENT) || isInvalid(error.cause);
}
