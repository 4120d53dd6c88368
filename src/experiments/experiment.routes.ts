import { z } from 'zod';
import { MIN_EXPORT_BYTES_PER_SECOND, type TransferLimit } from '../conversations/transfer/transfer-limit';
import { toPage } from '../platform/http/page';
import { byPosition, byTime, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { uuidSchema } from '../platform/http/schemas';
import { sendStream } from '../platform/http/send-stream';
import { encodeTable, mediaTypes, tableResponse } from '../platform/tables/table-format';
import { toCorrectedExperiment } from '../review/accuracy/accuracy.schema';
import { creatorOf } from './creation/creator';
import type { ExperimentService } from './experiment.service';
import type { MeasureEnded } from './results/ended-measurements';
import {
  toExperimentWire,
  toIssueRateVarianceWire,
  toItemDetailWire,
  toItemWire,
} from './results/experiment.mapper';
import { itemBatches, itemColumns } from './results/item-export';
import { createExperimentExample, experimentExample, itemExample } from './wire/experiment.examples';
import {
  addItemsSchema,
  createExperimentSchema,
  experimentSchema,
  exportItemsQuery,
  getExperimentQuery,
  itemDetailSchema,
  itemSchema,
  listExperimentsQuery,
  listItemsQuery,
  rejudgeSchema,
} from './wire/experiment.schema';

export interface ExperimentRoutesDependencies {
  experiments: ExperimentService;
  measureEnded: MeasureEnded;
  /** Shared by all exports of the process. */
  exports: TransferLimit;
  pager: Pager;
}

const experimentParams = z.object({ experiment_id: uuidSchema });

export function experimentRoutes({
  experiments,
  measureEnded,
  exports,
  pager,
}: ExperimentRoutesDependencies): Route[] {
  const common = { tag: 'Experiments', access: 'workspace' } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'createExperiment',
      summary: 'Create and start an experiment',
      description:
        'Replays the conversations with a model, or passes their original replies through, and evaluates the replies.',
      method: 'post',
      path: '/v1/experiments',
      role: 'contributor',
      isIdempotent: true,
      body: createExperimentSchema,
      status: 201,
      response: experimentSchema,
      errors: [
        'limit_reached',
        'model_unknown',
        'model_price_unknown',
        'temporal_unavailable',
        'query_timeout',
      ],
      example: { request: createExperimentExample, response: experimentExample },
      handler: async ({ body, workspace, caller, resourceId, signal }) =>
        toExperimentWire(
          await experiments.create(workspace.workspaceId, resourceId, body, creatorOf(caller), signal),
        ),
    }),
    defineRoute({
      ...common,
      operationId: 'listExperiments',
      summary: 'List experiments, newest first',
      method: 'get',
      path: '/v1/experiments',
      query: listExperimentsQuery,
      status: 200,
      response: z.object({
        items: z.array(experimentSchema),
        has_more: z.boolean(),
        next_page_cursor: z.string().nullable(),
        query: z.object({ limit: z.int(), cursor: z.string().nullable() }),
      }),
      example: {
        response: {
          items: [experimentExample],
          has_more: false,
          next_page_cursor: null,
          query: { limit: 50, cursor: null },
        },
      },
      handler: async ({ query: { omit, ...query }, workspace: { workspaceId } }) => {
        const page = await pager.list({
          order: byTime,
          scope: ['experiments', workspaceId],
          query,
          find: (position, limit) => experiments.list(workspaceId, { limit, position, omit }),
        });
        return toPage(page, toExperimentWire, query);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getExperiment',
      summary: 'Get an experiment with its counters and metrics',
      method: 'get',
      path: '/v1/experiments/{experiment_id}',
      params: experimentParams,
      query: getExperimentQuery,
      status: 200,
      response: experimentSchema,
      example: {
        response: {
          ...experimentExample,
          issue_rate_variance: null,
          corrected: null,
          baseline_corrected: null,
        },
      },
      handler: async ({
        params: { experiment_id: id },
        query: { omit },
        workspace: { workspaceId },
        signal,
      }) => {
        const experiment = await experiments.get(workspaceId, id, omit);
        const { corrected, baselineCorrected, issueRateVariance } = await measureEnded(experiment, signal);
        return {
          ...toExperimentWire(experiment),
          issue_rate_variance: issueRateVariance && toIssueRateVarianceWire(issueRateVariance),
          corrected: corrected && toCorrectedExperiment(corrected),
          baseline_corrected: baselineCorrected && toCorrectedExperiment(baselineCorrected),
        };
      },
    }),
    defineRoute({
      ...common,
      operationId: 'deleteExperiment',
      summary: 'Delete an ended experiment with its items and replies',
      method: 'delete',
      path: '/v1/experiments/{experiment_id}',
      role: 'contributor',
      params: experimentParams,
      status: 204,
      response: null,
      errors: ['experiment_running', 'experiment_in_use', 'temporal_unavailable'],
      handler: ({ params, workspace }) => experiments.remove(workspace.workspaceId, params.experiment_id),
    }),
    defineRoute({
      ...common,
      operationId: 'cancelExperiment',
      summary: 'Cancel an experiment; its open items fail with the error `cancelled`',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/cancel',
      role: 'contributor',
      params: experimentParams,
      status: 200,
      response: experimentSchema,
      errors: ['experiment_finished', 'temporal_unavailable'],
      example: { response: experimentExample },
      handler: async ({ params, workspace }) =>
        toExperimentWire(await experiments.cancel(workspace.workspaceId, params.experiment_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'retryExperiment',
      summary: 'Retry the failed items of an ended experiment',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/retry',
      role: 'contributor',
      params: experimentParams,
      status: 200,
      response: experimentSchema,
      errors: [
        'experiment_running',
        'experiment_in_use',
        'limit_reached',
        'cost_limit_reached',
        'conflict',
        'temporal_unavailable',
      ],
      example: { response: experimentExample },
      handler: async ({ params, workspace }) =>
        toExperimentWire(await experiments.retry(workspace.workspaceId, params.experiment_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'rejudgeExperiment',
      summary: 'Judge the stored replies of an ended experiment again',
      description:
        'Creates an experiment that judges the replies of the completed items, and the original replies that they ' +
        'are compared with, by the given or the default evaluator and the current issue configuration. Nothing is ' +
        'generated, and the source is not changed.',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/rejudge',
      role: 'contributor',
      isIdempotent: true,
      params: experimentParams,
      body: rejudgeSchema,
      status: 201,
      response: experimentSchema,
      errors: [
        'experiment_running',
        'conflict',
        'limit_reached',
        'model_price_unknown',
        'temporal_unavailable',
      ],
      example: {
        request: { evaluator_id: experimentExample.evaluator_id },
        response: { ...experimentExample, rejudged_experiment_id: '0a4d8e2f-3b6c-4f71-9d25-8c1e7a5b3f77' },
      },
      handler: async ({ body, params, workspace, caller, resourceId }) =>
        toExperimentWire(
          await experiments.rejudge(workspace.workspaceId, resourceId, {
            sourceId: params.experiment_id,
            evaluatorId: body.evaluator_id,
            creator: creatorOf(caller),
          }),
        ),
    }),
    defineRoute({
      ...common,
      operationId: 'addExperimentItems',
      summary: 'Add conversations or an evaluator to an ended experiment',
      description:
        'Runs only what is missing; the experiment is open again until it ends. Conversations that it has already are ' +
        'left out. With `evaluator_id` the stored replies are judged by that evaluator and the labels of the ' +
        'experiment, in a separate experiment, which is the response; a repeated request adds the replies that it lacks.',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/items',
      role: 'contributor',
      isIdempotent: true,
      params: experimentParams,
      body: addItemsSchema,
      status: 200,
      response: experimentSchema,
      errors: [
        'experiment_running',
        'conflict',
        'limit_reached',
        'model_price_unknown',
        'temporal_unavailable',
        'query_timeout',
      ],
      example: {
        request: { conversation_ids: createExperimentExample.conversation_ids },
        response: experimentExample,
      },
      handler: async ({ body, params, workspace, caller, signal }) =>
        toExperimentWire(
          await experiments.addItems(workspace.workspaceId, params.experiment_id, body, {
            creator: creatorOf(caller),
            signal,
          }),
        ),
    }),
    defineRoute({
      ...common,
      operationId: 'listExperimentItems',
      summary: 'List the items of an experiment in the order of its conversations',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items',
      params: experimentParams,
      query: listItemsQuery,
      status: 200,
      response: z.object({
        items: z.array(itemSchema),
        next_cursor: z.string().nullable(),
        has_more: z.boolean(),
      }),
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
    // Must precede the route with {item_id}, which would match `export` too.
    defineRoute({
      ...common,
      operationId: 'exportExperimentItems',
      summary: 'Export the items of an experiment as NDJSON, CSV or Parquet',
      description:
        'The items of the list in its order. CSV and Parquet have the fields as columns, and the code and message of the ' +
        'error. Export findings with the filter `experiment_id` for what was found in the replies. If an export fails, ' +
        'the connection is closed early. Two may run concurrently per workspace.',
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
    defineRoute({
      ...common,
      operationId: 'getExperimentItem',
      summary: 'Get an item with its reply and the original reply, both with annotations',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items/{item_id}',
      params: z.object({ experiment_id: uuidSchema, item_id: uuidSchema }),
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
