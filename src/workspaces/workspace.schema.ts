import { z } from 'zod';
import { roles } from '../http/caller';
import { pageSchema } from '../http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../http/schemas';
import type { OwnWorkspace } from './workspace.service';

// A century, so that a date computed from it is always a date.
const retentionDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Days after which conversations are removed; null keeps them');
const workspaceName = z.string().min(1).max(255);

export const createWorkspaceSchema = z
  .strictObject({ name: workspaceName, retention_days: retentionDays.default(null) })
  .meta({ id: 'CreateWorkspace' });

export const updateWorkspaceSchema = z
  .strictObject({ name: workspaceName.optional(), retention_days: retentionDays.optional() })
  .meta({ id: 'UpdateWorkspace' });

export const workspaceSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    retention_days: retentionDays,
    role: z.enum(roles).describe("The caller's role"),
    created_at: timestampSchema,
  })
  .meta({ id: 'Workspace' });

export const listWorkspacesQuery = z.strictObject(pageQuery(50));

export const workspaceListSchema = pageSchema(workspaceSchema).meta({ id: 'WorkspaceList' });

export function toWorkspaceWire(workspace: OwnWorkspace): z.input<typeof workspaceSchema> {
  return {
    id: workspace.id,
    name: workspace.name,
    retention_days: workspace.retentionDays,
    role: workspace.role,
    created_at: workspace.createdAt.toISOString(),
  };
}
