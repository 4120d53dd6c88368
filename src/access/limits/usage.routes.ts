import { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { timestampSchema } from '../../platform/http/schemas';
import { workspaceParams } from '../workspaces/workspace.schema';
import { requireAccess } from '../workspaces/workspace-access';
import { limitNames, type WorkspaceLimits } from './workspace-limits';

const limitUsageSchema = z
  .object({
    limit: z.enum(limitNames).meta({ id: 'WorkspaceLimit' }),
    used: z.number(),
    max: z.number().nullable().describe('Null: no limit'),
    resets_at: timestampSchema
      .nullable()
      .describe('When the count resets; null: it decreases when resources end or are deleted'),
  })
  .meta({ id: 'LimitUsage' });

const usageSchema = z.object({ items: z.array(limitUsageSchema) }).meta({ id: 'WorkspaceUsage' });

/** Routes for the current usage of a workspace's limits. */
export function usageRoutes({ limits }: { limits: Pick<WorkspaceLimits, 'listUsage'> }): Route[] {
  return [
    defineRoute({
      operationId: 'getWorkspaceUsage',
      summary: "Get the usage of a workspace's limits",
      description:
        'Each limit with what is used of it. A request beyond a limit has the error `limit_reached`.',
      tag: 'Limits',
      method: 'get',
      path: '/v1/workspaces/{id}/usage',
      access: 'caller',
      params: workspaceParams,
      status: 200,
      errors: ['query_timeout'],
      response: usageSchema,
      example: {
        response: {
          items: [
            { limit: 'conversations', used: 4125, max: 10_000_000, resets_at: null },
            {
              limit: 'spend_cents_per_month',
              used: 812.5,
              max: 1_000_000,
              resets_at: '2026-02-01T00:00:00.000Z',
            },
          ],
        },
      },
      handler: async ({ caller, params }) => {
        await requireAccess(caller, params.id, 'viewer');
        const items = await limits.listUsage(params.id);
        return {
          items: items.map(({ name, used, max, resetsAt }) => ({
            limit: name,
            used,
            max,
            resets_at: resetsAt?.toISOString() ?? null,
          })),
        };
      },
    }),
  ];
}
