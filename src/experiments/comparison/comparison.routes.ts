import { z } from 'zod';
import type { CursorCodec } from '../../http/cursor';
import { defineRoute, type Route } from '../../http/route';
import { pageQuery, uuidSchema } from '../../http/schemas';
import type { ExperimentComparison } from './comparison';
import { comparisonExample } from './comparison.examples';
import { toChangedPairWire, toComparisonWire } from './comparison.mapper';
import { comparisonSchema } from './comparison.schema';

export interface ComparisonRoutesDependencies {
  comparison: ExperimentComparison;
  cursors: CursorCodec;
}

export function comparisonRoutes({ comparison, cursors }: ComparisonRoutesDependencies): Route[] {
  return [
    defineRoute({
      operationId: 'compareExperiments',
      summary: 'Compare the replies of two experiments, conversation by conversation',
      description:
        'Pairs the replies to the same conversation: McNemar test, bootstrap interval and the annotations that ' +
        'were added, went, moved or got another label. While an experiment runs, what it has so far is compared.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/compare/{other_id}',
      params: z.object({ experiment_id: uuidSchema, other_id: uuidSchema }),
      query: z.strictObject(pageQuery(20)),
      status: 200,
      response: comparisonSchema,
      example: { response: comparisonExample },
      handler: async ({ params, query, workspace: { workspaceId } }) => {
        const ids = { first: params.experiment_id, second: params.other_id };
        const scope = ['experiment-comparison', workspaceId, ids.first, ids.second];
        const afterPosition = query.cursor === null ? -1 : Number(cursors.decode(scope, query.cursor)[0]);
        const found = await comparison.compare(workspaceId, ids, { afterPosition, limit: query.limit + 1 });
        const page = found.spans.changed.slice(0, query.limit);
        const last = page.at(-1);
        const hasMore = found.spans.changed.length > page.length && last !== undefined;
        return {
          ...toComparisonWire(found),
          items: page.map(toChangedPairWire),
          next_cursor: hasMore ? cursors.encode(scope, [last.position]) : null,
          has_more: hasMore,
        };
      },
    }),
  ];
}
