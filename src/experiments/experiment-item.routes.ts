import { MIN_EXPORT_BYTES_PER_SECOND, type TransferLimit } from '../conversations/transfer/transfer-limit';
import { byPosition, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { uuidSchema } from '../platform/http/schemas';
import { sendStream } from '../platform/http/send-stream';
import { encodeTable, mediaTypes, tableResponse } from '../platform/tables/table-format';
import type { ExperimentService } from './experiment.service';
import { toItemDetailWire, toItemWire } from './results/experiment.mapper';
import { itemBatches, itemColumns } from './results/item-export';
import { itemExample } from './wire/experiment.examples';
import {
  experimentParams,
  exportItemsQuery,
  itemDetailSchema,
  itemListSchema,
  itemSchema,
  listItemsQuery,
} from './wire/experiment.schema';

export interface ExperimentItemRoutesDependencies {
  experiments: ExperimentService;
  /** Shared by all exports of the process. */
  exports: TransferLimit;
  pager: Pager;
}

const common = { tag: 'Experiments', access: 'workspace' } as const;

export function experimentItemRoutes(dependencies: ExperimentItemRoutesDependencies): Route[] {
  const { experiments } = dependencies;
  return [
    ...itemListRoutes(dependencies),
    // After the export, whose path it would match too.
    defineRoute({
      ...common,
      operationId: 'getExperimentItem',
      summary: 'Get an item with its reply and the original reply, both with annotations',
      description: 'The original reply and its annotations are those that the experiment compares with.',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items/{item_id}',
      params: experimentParams.extend({ item_id: uuidSchema.describe('The id of the item') }),
      status: 200,
      response: itemDetailSchema,
      hasLongResponse: true,
      example: {
        response: {
          ...itemExample,
          reply: null,
          annotations: [],
          verdict_reason: null,
          baseline_reply: null,
          baseline_annotations: [],
          baseline_verdict_reason: null,
        },
      },
      handler: async ({ params, workspace }) =>
        toItemDetailWire(
          await experiments.getItem(workspace.workspaceId, params.experiment_id, params.item_id),
        ),
    }),
  ];
}

function itemListRoutes({ experiments, exports, pager }: ExperimentItemRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'listExperimentItems',
      summary: 'List the items of an experiment in the order of its conversations',
      description: 'With `status`, only the items that have it.',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items',
      params: experimentParams,
      query: listItemsQuery,
      status: 200,
      response: itemListSchema,
      example: { response: { items: [itemExample], next_cursor: null, has_more: false } },
      handler: async ({ params: { experiment_id: id }, query, workspace: { workspaceId } }) => {
        const { status } = query;
        const { items, nextCursor } = await pager.list({
          order: byPosition,
          scope: ['experiment-items', workspaceId, id, status],
          query,
          find: (position, limit) => experiments.listItems(workspaceId, id, { position, limit, status }),
        });
        return { items: items.map(toItemWire), next_cursor: nextCursor, has_more: nextCursor !== null };
      },
    }),
    defineRoute({
      ...common,
      operationId: 'exportExperimentItems',
      summary: 'Export the items of an experiment as NDJSON, CSV or Parquet',
      description:
        'The items of the list in its order. CSV and Parquet have the fields as columns, and the code and message of the ' +
        'error. Export findings with the filter `experiment_id` for what was found in the replies. If an export fails, ' +
        'the connection is closed early. Two may run concurrently per workspace and per user.',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items/export',
      params: experimentParams,
      query: exportItemsQuery,
      status: 200,
      response: null,
      streamedResponse: tableResponse(itemSchema),
      errors: ['rate_limited'],
      example: { response: itemExample },
      handler: async ({ params, query, caller, workspace, response, signal }) => {
        const { workspaceId } = workspace;
        const { status, format } = query;
        const batches = itemBatches((position, limit) =>
          experiments.listItems(workspaceId, params.experiment_id, { position, limit, status }),
        );
        const pieces = encodeTable(format, { columns: itemColumns, toLine: toItemWire }, batches);
        await exports.run({ caller, workspace }, () =>
          sendStream(response, mediaTypes[format], pieces, {
            signal,
            fileName: `items.${format}`,
            minBytesPerSecond: MIN_EXPORT_BYTES_PER_SECOND,
          }),
        );
      },
    }),
  ];
}
