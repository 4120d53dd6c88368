import { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { workspaceParams } from './workspace.schema';
import { deletionStatuses, type WorkspaceDeletion } from './workspace-deletion';
import type { WorkspaceDeletionService } from './workspace-deletion.service';

const query = z.strictObject({
  confirm: z.string().max(255).describe('The exact name of the workspace'),
});

const deletionSchema = z
  .object({
    workspace_id: uuidSchema,
    status: z.enum(deletionStatuses).meta({ id: 'WorkspaceDeletionStatus' }),
    deleted_count: z.int().describe('Documents deleted so far'),
    total_count: z.int().nullable().describe('Documents when the deletion began; null before that'),
    requested_at: timestampSchema,
    completed_at: timestampSchema.nullable(),
  })
  .meta({ id: 'WorkspaceDeletion' });

const example = {
  workspace_id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
  status: 'running',
  deleted_count: 20_000,
  total_count: 48_120,
  requested_at: '2026-03-01T10:00:00.000Z',
  completed_at: null,
};

/** Routes to delete a workspace and read the progress. */
export function workspaceDeletionRoutes({ deletions }: { deletions: WorkspaceDeletionService }): Route[] {
  return [
    defineRoute({
      operationId: 'deleteWorkspace',
      summary: 'Delete a workspace and its content',
      description:
        'Takes effect immediately: the workspace is not found, its keys are unknown and nothing can be stored in ' +
        'it. Its experiments and optimization runs are cancelled and its content is deleted in the background. ' +
        'This action cannot be undone. A repeated request responds with the progress.',
      tag: 'Workspace deletion',
      method: 'delete',
      path: '/v1/workspaces/{id}',
      access: 'caller',
      params: workspaceParams,
      query,
      status: 202,
      response: deletionSchema,
      errors: ['credential_forbidden', 'role_insufficient'],
      example: { response: { ...example, status: 'pending', deleted_count: 0, total_count: null } },
      handler: async ({ caller, params, query }) =>
        toDeletionWire(await deletions.request(caller, params.id, query.confirm)),
    }),
    defineRoute({
      operationId: 'getWorkspaceDeletion',
      summary: "Get the progress of a workspace's deletion",
      description: 'Allowed for those who were admins of the workspace when it was deleted.',
      tag: 'Workspace deletion',
      method: 'get',
      path: '/v1/workspaces/{id}/deletion',
      access: 'caller',
      params: workspaceParams,
      status: 200,
      response: deletionSchema,
      errors: ['credential_forbidden'],
      example: { response: example },
      handler: async ({ caller, params }) => toDeletionWire(await deletions.get(caller, params.id)),
    }),
  ];
}

function toDeletionWire(deletion: WorkspaceDeletion): z.input<typeof deletionSchema> {
  return {
    workspace_id: deletion.workspaceId,
    status: deletion.status,
    deleted_count: deletion.deletedCount,
    total_count: deletion.totalCount,
    requested_at: deletion.requestedAt.toISOString(),
    completed_at: deletion.completedAt?.toISOString() ?? null,
  };
}
