import { z } from 'zod';
import { MAX_PAGE_BYTES, toPage } from '../../platform/http/page';
import { byTime, type ListOrder, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { uuidSchema } from '../../platform/http/schemas';
import { sendStream } from '../../platform/http/send-stream';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import { encodeTable, mediaTypes, tableResponse } from '../../platform/tables/table-format';
import type { TimePosition } from '../../platform/time-position';
import { compileMessageFilter, type MessageFilter } from '../message-filter/message-filter';
import { MIN_EXPORT_BYTES_PER_SECOND, type TransferLimit } from '../transfer/transfer-limit';
import {
  exportFindingsExample,
  getFindingExample,
  listFindingsExample,
  recurringFindingsExample,
} from './finding.examples';
import {
  exportFindingsQuery,
  findingDetailSchema,
  findingListSchema,
  findingSchema,
  listFindingsQuery,
  recurringFindingListSchema,
  recurringFindingsQuery,
  toFindingDetailWire,
  toFindingWire,
  toListedFindingWire,
  toRecurringWire,
} from './finding.schema';
import type { FindingService } from './finding.service';
import { findingBatches, findingColumns } from './finding-export';
import { type Finding, reportKey } from './ledger/finding';

export interface FindingRoutesDependencies {
  findings: FindingService;
  /** Shared by all exports of the process. */
  exports: TransferLimit;
  pager: Pager;
  /** Time limit of a query. */
  queryTimeoutMs: number;
}

/** Findings that are read in one batch of an export. */
const EXPORT_BATCH_SIZE = 200;
const EXPORT_BATCH_BYTES = 1024 * 1024;

function compileFilter(text: string | null): MessageFilter | null {
  return text === null ? null : compileMessageFilter(text, { bounds: 'optional', subject: 'findings' });
}

/** Newest first; of several reports of one finding, each has a separate position. */
const byReport: ListOrder<Finding, TimePosition | null> = {
  ...byTime,
  toCursor: (finding) => [finding.createdAt.getTime(), reportKey(finding)],
};

const common = { tag: 'Findings', access: 'workspace', method: 'get', status: 200 } as const;

export function findingRoutes(dependencies: FindingRoutesDependencies): Route[] {
  return [
    ...listRoutes(dependencies),
    exportRoute(dependencies),
    // Last, because {finding_id} would match `recurring` and `export` too.
    findingRoute(dependencies),
  ];
}

function listRoutes({ findings, pager, queryTimeoutMs }: FindingRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'listFindings',
      summary: 'List findings of all conversations, newest first',
      description:
        'One row for each finding and evaluator, from the latest evaluation of each message by each evaluator. Equal ' +
        'findings of a conversation are one row with their `equal_count`, the newest; a filter that names ' +
        '`conversation_id`, such as `conversation_id:*`, lists each. ' +
        'A page has at most 8 MiB, so it may have fewer findings than `limit`.',
      path: '/v1/findings',
      query: listFindingsQuery,
      response: findingListSchema,
      hasLongResponse: true,
      errors: ['query_timeout'],
      example: listFindingsExample,
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { limit, cursor, filter: text } = query;
        const filter = compileFilter(text);
        const page = await pager.read({
          order: byReport,
          scope: ['findings', workspaceId, text],
          cursor,
          find: (after) =>
            withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
              findings.listFoldedFindings(workspaceId, filter, {
                limit,
                after,
                timeLimit,
                maxBytes: MAX_PAGE_BYTES,
              }),
            ),
        });
        return toPage(page, toListedFindingWire, query);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'listRecurringFindings',
      summary: 'List URLs, product codes, numbers and names that findings of several conversations have',
      description:
        'The texts are compared in a normalized form: `https://example.com/a/` equals `example.com/a`, `$1,250.00` ' +
        'equals `1250`. Findings that reviews reject are left out.',
      path: '/v1/findings/recurring',
      query: recurringFindingsQuery,
      response: recurringFindingListSchema,
      errors: ['query_timeout'],
      example: recurringFindingsExample,
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const filter = compileFilter(query.filter);
        const recurring = await withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
          findings.listRecurring(workspaceId, filter, { limit: query.limit, timeLimit }),
        );
        return toRecurringWire(recurring);
      },
    }),
  ];
}

function exportRoute({ findings, exports, queryTimeoutMs }: FindingRoutesDependencies): Route {
  return defineRoute({
    ...common,
    operationId: 'exportFindings',
    summary: 'Export findings as NDJSON, CSV or Parquet',
    description:
      'The findings of the list, each in a separate row, newest first. CSV and Parquet have the fields as columns, `evidence` as JSON. ' +
      'Findings recorded during the export may be missing. If an export fails, the connection is closed early; ' +
      'a complete HTTP response is a complete export. Two exports may run concurrently per workspace and per user.',
    path: '/v1/findings/export',
    query: exportFindingsQuery,
    response: null,
    streamedResponse: tableResponse(findingSchema),
    errors: ['query_timeout', 'rate_limited'],
    example: exportFindingsExample,
    handler: async ({ query, caller, workspace, response, signal }) => {
      const { workspaceId } = workspace;
      const filter = compileFilter(query.filter);
      const limited = <Result>(read: (timeLimit: TimeLimit) => Promise<Result>) =>
        withinTimeLimit(queryTimeoutMs, signal, read);
      const page = { limit: EXPORT_BATCH_SIZE, maxBytes: EXPORT_BATCH_BYTES };
      const batches = findingBatches({
        listNext: (after) =>
          limited((timeLimit) => findings.listFindings(workspaceId, filter, { ...page, after, timeLimit })),
        convert: (items) =>
          limited((timeLimit) => findings.convertOffsets(workspaceId, items, query.offsets, timeLimit)),
      });
      const table = { columns: findingColumns, toLine: toFindingWire };
      await exports.run({ caller, workspace }, () => {
        return sendStream(response, mediaTypes[query.format], encodeTable(query.format, table, batches), {
          signal,
          fileName: `findings.${query.format}`,
          minBytesPerSecond: MIN_EXPORT_BYTES_PER_SECOND,
        });
      });
    },
  });
}

function findingRoute({ findings }: FindingRoutesDependencies): Route {
  return defineRoute({
    ...common,
    operationId: 'getFinding',
    summary: 'Get a finding as each evaluator reports it',
    description:
      'Several evaluators can report the same span of a message, each with its own label and explanation.',
    path: '/v1/findings/{finding_id}',
    params: z.object({ finding_id: uuidSchema.describe('The id of the finding') }),
    response: findingDetailSchema,
    hasLongResponse: true,
    example: getFindingExample,
    handler: async ({ params, workspace: { workspaceId } }) =>
      toFindingDetailWire(await findings.getFinding(workspaceId, params.finding_id)),
  });
}
