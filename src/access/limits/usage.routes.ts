import { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { requireAccess } from '../workspaces/workspace-access';
import { limitNames, type WorkspaceLimits } from './workspace-limits';

const usageSchema = z
  .object({
    items: z.array(
      z.object({
        limit: z.enum(limitNames),
        used: z.number(),
        max: z.number().nullable().describe('Null: no limit'),
        resets_at: timestampSchema
          .nullable()
          .describe('When the count resets; null: it decreases when resources end or are deleted'),
      }),
    ),
  })
  .meta({ id: 'WorkspaceUsage' });

/** Routes for the current usage of a workspace's limits. */
export function usageRoutes({ limits }: { limits: Pick<WorkspaceLimits, 'listUsage'> }): Route[] {
  return [
    defineRoute({
      operationId: 'getWorkspaceUsage',
      summary: "Get the usage of a workspace's limits",
      tag: 'Limits',
      method: 'get',
      path: '/v1/workspaces/{id}/usage',
      access: 'caller',
      params: z.object({ id: uuidSchema }),
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
