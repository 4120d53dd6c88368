import { z } from 'zod';
import { roles } from '../../platform/http/caller';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { OwnWorkspace } from './own-workspaces';
import { type RetentionChange, retentionChangeStatuses } from './retention-change';

// A century, so that a date computed from it is always a date.
const retentionDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Days after which conversations are removed; null: never');
const sampleRate = z.number().min(0).max(1).describe('The share of the replies that are evaluated');
const onlineEvaluation = z
  .object({
    enabled: z.boolean().describe('Whether new replies are evaluated in the background'),
    sample_rate: sampleRate,
  })
  .meta({ id: 'OnlineEvaluation' });
const workspaceName = z.string().min(1).max(255);

export const createWorkspaceSchema = z
  .strictObject({
    name: workspaceName,
    retention_days: retentionDays.default(null),
    online_evaluation: z
      .strictObject({ enabled: z.boolean().default(false), sample_rate: sampleRate.default(1) })
      .prefault({}),
  })
  .meta({ id: 'CreateWorkspace' });

export const updateWorkspaceSchema = z
  .strictObject({
    name: workspaceName.optional(),
    retention_days: retentionDays.optional(),
    online_evaluation: z
      .strictObject({ enabled: z.boolean().optional(), sample_rate: sampleRate.optional() })
      .optional(),
  })
  .meta({ id: 'UpdateWorkspace' });

const retentionProgressSchema = z
  .object({
    status: z.enum(retentionChangeStatuses),
    processed_count: z.int().describe('Documents whose expiry has been checked so far'),
    total_count: z.int().nullable().describe('Documents stored when it began; null before that'),
    requested_at: timestampSchema,
    completed_at: timestampSchema.nullable(),
  })
  .meta({ id: 'RetentionProgress' });

export const workspaceSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    retention_days: retentionDays,
    retention_progress: retentionProgressSchema
      .nullable()
      .describe(
        'Progress of applying the latest change of the retention to stored documents; null: it never changed',
      ),
    online_evaluation: onlineEvaluation,
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
    retention_progress: workspace.retentionChange && toProgressWire(workspace.retentionChange),
    online_evaluation: {
      enabled: workspace.onlineEvaluation.isEnabled,
      sample_rate: workspace.onlineEvaluation.sampleRate,
    },
    role: workspace.role,
    created_at: workspace.createdAt.toISOString(),
  };
}

function toProgressWire(change: RetentionChange): z.input<typeof retentionProgressSchema> {
  return {
    status: change.status,
    processed_count: change.processedCount,
    total_count: change.totalCount,
    requested_at: change.requestedAt.toISOString(),
    completed_at: change.completedAt?.toISOString() ?? null,
  };
}
