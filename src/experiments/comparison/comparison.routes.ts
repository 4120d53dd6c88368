import { z } from 'zod';
import type { CursorCodec } from '../../platform/http/cursor';
import { defineRoute, type Route } from '../../platform/http/route';
import { pageQuery, uuidSchema } from '../../platform/http/schemas';
import { comparisonExample } from './comparison.examples';
import { toChangedPairWire, toComparisonWire } from './comparison.mapper';
import { comparisonSchema } from './comparison.schema';
import type { ComparisonService } from './comparison.service';

export interface ComparisonRoutesDependencies {
  comparison: ComparisonService;
  cursors: CursorCodec;
}

export function comparisonRoutes({ comparison, cursors }: ComparisonRoutesDependencies): Route[] {
  return [
    defineRoute({
      operationId: 'compareExperiments',
      summary: 'Compare the replies of two experiments, conversation by conversation',
      description:
        'Pairs the replies to the same conversation and returns a McNemar test, a bootstrap interval and the ' +
        'annotations that were added, removed, moved or relabelled. For a running experiment, the results so far ' +
        'are compared. A page has at most 2,000 changes, so it may have fewer pairs than `limit`.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/compare/{other_id}',
      params: z.object({ experiment_id: uuidSchema, other_id: uuidSchema }),
      query: z.strictObject(pageQuery(20)),
      status: 200,
      response: comparisonSchema,
      hasLongResponse: true,
      example: { response: comparisonExample },
      handler: async ({ params, query, workspace: { workspaceId }, signal }) => {
        const ids = { first: params.experiment_id, second: params.other_id };
        const scope = ['experiment-comparison', workspaceId, ids.first, ids.second];
        const afterPosition = query.cursor === null ? -1 : Number(cursors.decode(scope, query.cursor)[0]);
        const { limit } = query;
        const found = await comparison.compare(workspaceId, ids, { afterPosition, limit, signal });
        const { changed, hasMore } = found.spans;
        const last = changed.at(-1);
        return {
          ...toComparisonWire(found),
          items: changed.map(toChangedPairWire),
          next_cursor: hasMore && last !== undefined ? cursors.encode(scope, [last.position]) : null,
          has_more: hasMore,
        };
      },
    }),
  ];
}
