import { z } from 'zod';
import { roleSchema } from '../../platform/http/caller';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { OwnWorkspace } from './own-workspaces';
import { type RetentionChange, retentionChangeStatuses } from './retention-change';

export const workspaceParams = z.object({ id: uuidSchema.describe('The id of the workspace') });

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
const MAX_ANALYTICS_TAGS = 5;
const analyticsTags = z
  .array(
    z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^$.][^.]*$/, 'a tag key may not begin with $ or contain a dot'),
  )
  .max(MAX_ANALYTICS_TAGS)
  .refine((keys) => new Set(keys).size === keys.length, { error: 'expected different keys' })
  .describe('Keys of the tags whose values analytics count by themselves')
  .meta({ uniqueItems: true });
const workspaceName = z.string().min(1).max(255);

export const createWorkspaceSchema = z
  .strictObject({
    name: workspaceName,
    retention_days: retentionDays.default(null),
    online_evaluation: z
      .strictObject({ enabled: z.boolean().default(false), sample_rate: sampleRate.default(1) })
      .meta({ id: 'NewOnlineEvaluation' })
      .prefault({}),
  })
  .meta({ id: 'CreateWorkspaceRequest' });

export const updateWorkspaceSchema = z
  .strictObject({
    name: workspaceName.optional(),
    retention_days: retentionDays.optional(),
    online_evaluation: z
      .strictObject({ enabled: z.boolean().optional(), sample_rate: sampleRate.optional() })
      .meta({ id: 'OnlineEvaluationChange' })
      .optional(),
    analytics_tags: analyticsTags.optional(),
  })
  .meta({ id: 'UpdateWorkspaceRequest' });

const retentionProgressSchema = z
  .object({
    status: z.enum(retentionChangeStatuses).meta({ id: 'RetentionStatus' }),
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
    analytics_tags: analyticsTags,
    role: roleSchema.describe("The caller's role"),
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
    analytics_tags: workspace.analyticsTags,
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
