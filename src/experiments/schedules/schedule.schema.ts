import { z } from 'zod';
import { pageSchema } from '../../platform/http/page';
import { failureSchema, pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { createExperimentSchema } from '../wire/experiment.schema';
import { findCronProblem } from './cron';
import { overlaps, pausedReasons, type ScheduleView } from './schedule';

const cronSchema = z
  .string()
  .max(255)
  .superRefine((cron, context) => {
    const message = findCronProblem(cron);
    if (message !== null) context.addIssue({ code: 'custom', input: cron, message });
  })
  .describe('Minute, hour, day of month, month and day of week; `0 2 * * MON-FRI` is at 2:00 on weekdays');

const timeZoneSchema = z
  .string()
  .max(64)
  .superRefine((zone, context) => {
    if (isTimeZone(zone)) return;
    const message = 'should be an IANA time zone, such as Europe/Berlin or UTC';
    context.addIssue({ code: 'custom', input: zone, message });
  })
  .describe(
    'An IANA time zone. A time that a change of the clock skips has no firing, one that it repeats has two',
  );

function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const overlapSchema = z.enum(overlaps).meta({ id: 'ScheduleOverlap' });

export const createScheduleSchema = z
  .strictObject({
    name: z.string().min(1).max(255),
    cron: cronSchema,
    time_zone: timeZoneSchema,
    overlap: overlapSchema.describe(
      'At a firing while the experiment of the one before runs: `skip` leaves the firing out, `queue` waits for its end',
    ),
    experiment: createExperimentSchema.describe(
      'The body of `POST /v1/experiments`. A live set or a filter selects at each firing. The time is appended to the name',
    ),
  })
  .meta({ id: 'CreateScheduleRequest' });

export type CreateSchedule = z.output<typeof createScheduleSchema>;

export const scheduleParams = z.object({ schedule_id: uuidSchema.describe('The id of the schedule') });
export const listSchedulesQuery = z.strictObject(pageQuery(20));

const firingSchema = z
  .object({
    scheduled_at: timestampSchema,
    experiment_id: uuidSchema.nullable(),
    error: failureSchema.nullable().describe('Why no experiment was created'),
  })
  .meta({ id: 'ScheduleFiring' });

export const scheduleSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    cron: z.string(),
    time_zone: z.string(),
    overlap: overlapSchema,
    experiment: z
      .record(z.string(), z.unknown())
      .describe('As created, with defaults; without `conversation_ids` in lists'),
    is_paused: z.boolean(),
    paused_reason: z
      .enum(pausedReasons)
      .meta({ id: 'SchedulePausedReason' })
      .nullable()
      .describe(
        'Why the service has paused it: its creator is no longer a contributor of the workspace, or the key that ' +
          'created it was revoked. Resuming it takes it over. Null: a person has paused it, or it is not paused',
      ),
    created_at: timestampSchema,
    next_firing_at: timestampSchema.nullable().describe('Null if paused, or while Temporal is unavailable'),
    next_firings_at: z
      .array(timestampSchema)
      .describe('Ten, in lists five; none if paused, or while Temporal is unavailable'),
    last_firing: firingSchema.nullable(),
    recent_firings: z.array(firingSchema).describe('The latest ten, the latest first'),
  })
  .meta({ id: 'Schedule' });

export const scheduleListSchema = pageSchema(scheduleSchema).meta({ id: 'ScheduleList' });

export function toScheduleWire(schedule: ScheduleView): z.input<typeof scheduleSchema> {
  const nextFirings = schedule.nextFiringsAt.map((at) => at.toISOString());
  const firings = schedule.firings.map(({ scheduledAt, experimentId, error }) => ({
    scheduled_at: scheduledAt.toISOString(),
    experiment_id: experimentId,
    error,
  }));
  return {
    id: schedule.id,
    name: schedule.name,
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    overlap: schedule.overlap,
    experiment: schedule.experiment,
    is_paused: schedule.isPaused,
    paused_reason: schedule.pausedReason ?? null,
    created_at: schedule.createdAt.toISOString(),
    next_firing_at: nextFirings[0] ?? null,
    next_firings_at: nextFirings,
    last_firing: firings[0] ?? null,
    recent_firings: firings,
  };
}
