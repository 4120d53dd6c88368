import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import {
  createWorkspaceSchema,
  listWorkspacesQuery,
  toWorkspaceWire,
  updateWorkspaceSchema,
  workspaceListSchema,
  workspaceParams,
  workspaceSchema,
} from './workspace.schema';
import type { WorkspaceService } from './workspace.service';

const tag = 'Workspaces';
const example = {
  id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
  name: 'Support assistant',
  retention_days: 90,
  retention_progress: {
    status: 'completed',
    processed_count: 4125,
    total_count: 4125,
    requested_at: '2026-01-20T10:00:00.000Z',
    completed_at: '2026-01-20T10:00:02.000Z',
  },
  online_evaluation: { enabled: true, sample_rate: 0.25 },
  analytics_tags: ['environment'],
  role: 'admin',
  created_at: '2026-01-15T09:30:00.000Z',
};

export function workspaceRoutes({ workspaces }: { workspaces: WorkspaceService }): Route[] {
  return [
    defineRoute({
      operationId: 'listWorkspaces',
      summary: "List the caller's workspaces",
      description: "Newest first, each with the caller's role.",
      tag,
      method: 'get',
      path: '/v1/workspaces',
      access: 'caller',
      query: listWorkspacesQuery,
      status: 200,
      response: workspaceListSchema,
      example: { response: pageExample(example) },
      handler: async ({ caller, query }) =>
        toPage(await workspaces.list(caller, query), toWorkspaceWire, query),
    }),
    defineRoute({
      operationId: 'createWorkspace',
      summary: 'Create a workspace and become its admin',
      description:
        'It starts with the embedded evaluator and the default labels. Only for users: not with a workspace-scoped key.',
      tag,
      method: 'post',
      path: '/v1/workspaces',
      access: 'caller',
      body: createWorkspaceSchema,
      status: 201,
      response: workspaceSchema,
      errors: ['credential_forbidden', 'limit_reached'],
      isIdempotent: true,
      example: {
        request: {
          name: 'Support assistant',
          retention_days: 90,
          online_evaluation: { enabled: true, sample_rate: 0.25 },
        },
        response: example,
      },
      handler: async ({ caller, body, resourceId }) => {
        const { enabled, sample_rate } = body.online_evaluation;
        const input = {
          name: body.name,
          retentionDays: body.retention_days,
          onlineEvaluation: { isEnabled: enabled, sampleRate: sample_rate },
        };
        return toWorkspaceWire(await workspaces.create(caller, input, resourceId));
      },
    }),
    ...singleWorkspaceRoutes(workspaces),
  ];
}

function singleWorkspaceRoutes(workspaces: WorkspaceService): Route[] {
  return [
    defineRoute({
      operationId: 'getWorkspace',
      summary: 'Get a workspace',
      description: 'Also has the progress of the latest change of its retention.',
      tag,
      method: 'get',
      path: '/v1/workspaces/{id}',
      access: 'caller',
      params: workspaceParams,
      status: 200,
      response: workspaceSchema,
      example: { response: example },
      handler: async ({ caller, params }) => toWorkspaceWire(await workspaces.get(caller, params.id)),
    }),
    defineRoute({
      operationId: 'updateWorkspace',
      summary: 'Rename a workspace, or change its retention, online evaluation or tags of analytics',
      description:
        'Absent fields stay unchanged. A new retention applies immediately to new conversations, and in the background to ' +
        'stored ones: see `retention_progress`. Online evaluation applies to new replies. The values of new tags are counted in the background; until then, ' +
        'analytics by them count messages.',
      tag,
      method: 'patch',
      path: '/v1/workspaces/{id}',
      access: 'caller',
      params: workspaceParams,
      body: updateWorkspaceSchema,
      status: 200,
      response: workspaceSchema,
      errors: ['role_insufficient'],
      example: { request: { retention_days: 90 }, response: example },
      handler: async ({ caller, params, body }) => {
        const { enabled: isEnabled, sample_rate: sampleRate } = body.online_evaluation ?? {};
        const changes = {
          name: body.name,
          retentionDays: body.retention_days,
          analyticsTags: body.analytics_tags,
          onlineEvaluation: { isEnabled, sampleRate },
        };
        return toWorkspaceWire(await workspaces.update(caller, params.id, changes));
      },
    }),
  ];
}
