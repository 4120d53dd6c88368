import { defineRoute, type Route } from '../../platform/http/route';
import { refreshedThrough } from '../analytics.routes';
import type { AnalyticsService } from '../analytics.service';
import { changesExample } from './changes.example';
import { toChangesWire } from './changes.mapper';
import { changesQuery, changesSchema } from './changes.schema';
import type { ChangesService } from './changes.service';

interface Dependencies {
  analytics: Pick<AnalyticsService, 'refreshedThrough'>;
  changes: ChangesService;
}

export function changesRoutes({ analytics, changes }: Dependencies): Route[] {
  return [
    defineRoute({
      tag: 'Analytics',
      access: 'workspace',
      method: 'get',
      status: 200,
      errors: ['query_timeout'],
      operationId: 'getChanges',
      summary: 'Explain why the issue rate moved',
      description:
        'The difference of the issue rates of two periods, divided by the values of each dimension into changes of their ' +
        'rates and of their shares.',
      path: '/v1/analytics/changes',
      query: changesQuery,
      response: changesSchema,
      example: { response: changesExample },
      handler: async ({ query: { filter, baseline }, workspace: { workspaceId }, signal }) => {
        const refreshed_through = await refreshedThrough(analytics, workspaceId);
        const explained = await changes.explain({ workspaceId, filter, signal, baseline });
        return { refreshed_through, ...toChangesWire(explained) };
      },
    }),
  ];
}
