import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import { creatorOf } from '../creation/creator';
import {
  createScheduleSchema,
  listSchedulesQuery,
  scheduleListSchema,
  scheduleParams,
  scheduleSchema,
  toScheduleWire,
} from './schedule.schema';
import type { ScheduleService } from './schedule.service';

const path = '/v1/schedules';
const onePath = '/v1/schedules/{schedule_id}';

const request = {
  name: 'Nightly refunds',
  cron: '0 4 * * *',
  time_zone: 'Europe/Berlin',
  overlap: 'skip' as const,
  experiment: { name: 'Nightly refunds', model: 'gpt-4o-mini', set: 'refunds' },
};
const example = {
  id: '3d0c8f5e-2b17-4a96-8e4d-6f1a9c7b2e58',
  ...request,
  is_paused: false,
  paused_reason: null,
  created_at: '2026-01-15T09:30:00.000Z',
  next_firing_at: '2026-01-16T01:00:00.000Z',
  next_firings_at: ['2026-01-16T01:00:00.000Z'],
  last_firing: null,
  recent_firings: [],
};

const common = { tag: 'Schedules', access: 'workspace' } as const;

export function scheduleRoutes({ schedules }: { schedules: ScheduleService }): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'createSchedule',
      summary: 'Create an experiment at each time of a cron expression',
      description: 'Each experiment is created as by `POST /v1/experiments`, on behalf of the caller.',
      method: 'post',
      path,
      role: 'contributor',
      isIdempotent: true,
      body: createScheduleSchema,
      status: 201,
      response: scheduleSchema,
      errors: ['conflict', 'model_unknown', 'model_price_unknown', 'temporal_unavailable', 'query_timeout'],
      example: { request, response: example },
      handler: async ({ body, workspace, caller, resourceId, signal }) =>
        toScheduleWire(
          await schedules.create(workspace.workspaceId, resourceId, body, creatorOf(caller), signal),
        ),
    }),
    defineRoute({
      ...common,
      operationId: 'listSchedules',
      summary: 'List schedules, newest first',
      description: 'Each with its next and its latest firings.',
      method: 'get',
      path,
      query: listSchedulesQuery,
      status: 200,
      response: scheduleListSchema,
      example: { response: pageExample(example) },
      handler: async ({ query, workspace }) =>
        toPage(await schedules.list(workspace.workspaceId, query), toScheduleWire, query),
    }),
    ...singleScheduleRoutes(schedules),
  ];
}

function singleScheduleRoutes(schedules: ScheduleService): Route[] {
  const pausing = { ...common, role: 'contributor', params: scheduleParams, status: 200 } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'getSchedule',
      summary: 'Get a schedule with its last and next firing',
      description: 'With the experiment that it creates, its next ten firings and the latest ten.',
      method: 'get',
      path: onePath,
      params: scheduleParams,
      status: 200,
      response: scheduleSchema,
      example: { response: example },
      handler: async ({ params, workspace }) =>
        toScheduleWire(await schedules.get(workspace.workspaceId, params.schedule_id)),
    }),
    defineRoute({
      ...pausing,
      operationId: 'pauseSchedule',
      summary: 'Pause a schedule; a running experiment continues',
      description: 'It does not fire until it is resumed. Repeating the request has no effect.',
      method: 'post',
      path: `${onePath}/pause`,
      response: scheduleSchema,
      errors: ['temporal_unavailable'],
      example: { response: { ...example, is_paused: true } },
      handler: async ({ params, workspace }) =>
        toScheduleWire(await schedules.pause(workspace.workspaceId, params.schedule_id)),
    }),
    defineRoute({
      ...pausing,
      operationId: 'resumeSchedule',
      summary: 'Resume a paused schedule',
      description: 'A schedule whose creator was removed creates its experiments for the caller from now on.',
      method: 'post',
      path: `${onePath}/resume`,
      response: scheduleSchema,
      errors: ['temporal_unavailable'],
      example: { response: example },
      handler: async ({ params, workspace, caller }) =>
        toScheduleWire(await schedules.resume(workspace.workspaceId, params.schedule_id, creatorOf(caller))),
    }),
    defineRoute({
      ...common,
      operationId: 'deleteSchedule',
      summary: 'Delete a schedule; its experiments stay',
      description: 'It does not fire again. A running experiment continues.',
      method: 'delete',
      path: onePath,
      role: 'contributor',
      params: scheduleParams,
      status: 204,
      response: null,
      errors: ['temporal_unavailable'],
      handler: ({ params, workspace }) => schedules.remove(workspace.workspaceId, params.schedule_id),
    }),
  ];
}
