import { z } from 'zod';
import { MAX_PAGE_BYTES, toPage } from '../platform/http/page';
import { byTime, type ListOrder, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { uuidSchema } from '../platform/http/schemas';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import type { TimePosition } from '../platform/time-position';
import { getFindingExample, listFindingsExample } from './finding.examples';
import type { FindingService } from './finding.service';
import { type Finding, reportKey } from './findings/finding';
import { compileMessageFilter } from './message-filter/message-filter';
import {
  findingDetailSchema,
  findingListSchema,
  listFindingsQuery,
  toFindingDetailWire,
  toFindingWire,
} from './wire/finding.schema';

export interface FindingRoutesDependencies {
  findings: FindingService;
  pager: Pager;
  /** Time limit of a query. */
  queryTimeoutMs: number;
}

/** Newest first; of several reports of one finding, each has a separate position. */
const byReport: ListOrder<Finding, TimePosition | null> = {
  ...byTime,
  toCursor: (finding) => [finding.createdAt.getTime(), reportKey(finding)],
};

export function findingRoutes({ findings, pager, queryTimeoutMs }: FindingRoutesDependencies): Route[] {
  const common = { tag: 'Findings', access: 'workspace', method: 'get', status: 200 } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'listFindings',
      summary: 'List findings of all conversations, newest first',
      description:
        'One row for each finding and evaluator, from the latest evaluation of each message by each evaluator. ' +
        'A page has at most 8 MiB, so it may have fewer findings than `limit`.',
      path: '/v1/findings',
      query: listFindingsQuery,
      response: findingListSchema,
      hasLongResponse: true,
      errors: ['query_timeout'],
      example: listFindingsExample,
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { limit, cursor, filter: text } = query;
        const filter =
          text === null ? null : compileMessageFilter(text, { bounds: 'optional', subject: 'findings' });
        const page = await pager.read({
          order: byReport,
          scope: ['findings', workspaceId, text],
          cursor,
          find: (after) =>
            withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
              findings.listFindings(workspaceId, filter, {
                limit,
                after,
                timeLimit,
                maxBytes: MAX_PAGE_BYTES,
              }),
            ),
        });
        return toPage(page, toFindingWire, query);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getFinding',
      summary: 'Get a finding as each evaluator reports it',
      path: '/v1/findings/{finding_id}',
      params: z.object({ finding_id: uuidSchema }),
      response: findingDetailSchema,
      hasLongResponse: true,
      example: getFindingExample,
      handler: async ({ params, workspace: { workspaceId } }) =>
        toFindingDetailWire(await findings.getFinding(workspaceId, params.finding_id)),
    }),
  ];
}
