import { z } from 'zod';
import { byPosition, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { pageQuery, uuidSchema } from '../../platform/http/schemas';
import { comparisonExample } from './comparison.examples';
import { toChangedPairWire, toComparisonWire } from './comparison.mapper';
import { comparisonSchema } from './comparison.schema';
import type { ComparisonService } from './comparison.service';

export interface ComparisonRoutesDependencies {
  comparison: ComparisonService;
  pager: Pager;
}

export function comparisonRoutes({ comparison, pager }: ComparisonRoutesDependencies): Route[] {
  return [
    defineRoute({
      operationId: 'compareExperiments',
      summary: 'Compare the replies of two experiments, conversation by conversation',
      description:
        'Pairs the replies to the same conversation and returns a McNemar test, a bootstrap interval and the ' +
        'annotations that were added, removed, moved or relabeled. For a running experiment, the results so far ' +
        'are compared, and the test of issue rates may be read at any time. A page has at most 2,000 changes, so it may have fewer pairs than `limit`.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/compare/{other_id}',
      params: z.object({
        experiment_id: uuidSchema.describe('The id of the experiment'),
        other_id: uuidSchema.describe('The id of the experiment to compare with'),
      }),
      query: z.strictObject(pageQuery(20)),
      status: 200,
      response: comparisonSchema,
      hasLongResponse: true,
      example: { response: comparisonExample },
      handler: async ({ params, query, workspace: { workspaceId }, signal }) => {
        const ids = { first: params.experiment_id, second: params.other_id };
        const { limit, cursor } = query;
        const { items, nextCursor, compared } = await pager.read({
          order: byPosition,
          scope: ['experiment-comparison', workspaceId, ids.first, ids.second],
          cursor,
          find: async (afterPosition) => {
            const compared = await comparison.compare(workspaceId, ids, { afterPosition, limit, signal });
            return { compared, items: compared.spans.changed, hasMore: compared.spans.hasMore };
          },
        });
        return {
          ...toComparisonWire(compared),
          items: items.map(toChangedPairWire),
          next_cursor: nextCursor,
          has_more: nextCursor !== null,
        };
      },
    }),
  ];
}
