import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import {
  backfillListSchema,
  backfillParams,
  backfillSchema,
  createBackfillSchema,
  listBackfillsQuery,
  toBackfillWire,
  toEstimateWire,
  toNewBackfill,
} from './backfill.schema';
import type { BackfillService } from './backfill.service';

const common = { tag: 'Evaluations', access: 'workspace' } as const;
const path = '/v1/evaluations';
const onePath = '/v1/evaluations/{evaluation_id}';
const example = {
  id: '3f8a1c52-7f0d-4d7e-9a55-0c6b1de0a9f4',
  status: 'running' as const,
  evaluator_id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
  evaluator_version: 2,
  filter: 'created_at >= 2026-01-01T00:00:00Z AND tags.topic = refunds',
  limit: 10_000,
  conversations: { listed: 812, is_complete: true, pending: 300, evaluated: 510, failed: 2, cancelled: 0 },
  estimate: null,
  created_at: '2026-01-15T09:30:00.000Z',
};

export function backfillRoutes({ backfills }: { backfills: BackfillService }): Route[] {
  return [...changeRoutes(backfills), ...readRoutes(backfills)];
}

function changeRoutes(backfills: BackfillService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'createEvaluation',
      summary: 'Evaluate stored replies',
      description:
        'Evaluates, in the background, the replies of conversations that this version of the evaluator has not judged: ' +
        'what arrived before online evaluation was turned on, and what a new version of an evaluator has to judge again. ' +
        'Nothing of this is done unasked. With `dry_run` the response has the numbers and an estimate of the cost, and ' +
        'nothing is stored; tokens are extrapolated from at most 100 conversations.',
      method: 'post',
      path,
      role: 'contributor',
      isIdempotent: true,
      body: createBackfillSchema,
      status: 202,
      response: backfillSchema,
      errors: ['conflict', 'value_error', 'limit_reached', 'query_timeout', 'model_unknown'],
      example: { request: { filter: example.filter }, response: example },
      handler: async ({ body: { dry_run, ...body }, workspace: { workspaceId }, resourceId, signal }) => {
        const request = toNewBackfill(body);
        return dry_run
          ? toEstimateWire(request, await backfills.estimate(workspaceId, request, signal))
          : toBackfillWire(await backfills.create(workspaceId, resourceId, request));
      },
    }),
    defineRoute({
      ...common,
      operationId: 'cancelEvaluation',
      summary: 'Cancel an evaluation of stored replies',
      description:
        'Conversations that are being evaluated are completed. One that has ended does not change.',
      method: 'post',
      path: `${onePath}/cancel`,
      role: 'contributor',
      params: backfillParams,
      status: 200,
      response: backfillSchema,
      example: {
        response: {
          ...example,
          status: 'cancelled' as const,
          conversations: { ...example.conversations, pending: 0, cancelled: 300 },
        },
      },
      handler: async ({ params, workspace }) =>
        toBackfillWire(await backfills.cancel(workspace.workspaceId, params.evaluation_id)),
    }),
  ];
}

function readRoutes(backfills: BackfillService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'listEvaluations',
      summary: 'List evaluations of stored replies with their progress, newest first',
      description: 'Those of the last 30 days.',
      method: 'get',
      path,
      query: listBackfillsQuery,
      status: 200,
      response: backfillListSchema,
      example: { response: pageExample(example) },
      handler: async ({ query, workspace }) =>
        toPage(await backfills.list(workspace.workspaceId, query), toBackfillWire, query),
    }),
    defineRoute({
      ...common,
      operationId: 'getEvaluation',
      summary: 'Get the progress of an evaluation of stored replies',
      description: 'It is deleted 30 days after its creation. The verdicts stay with the conversations.',
      method: 'get',
      path: onePath,
      params: backfillParams,
      status: 200,
      response: backfillSchema,
      example: { response: example },
      handler: async ({ params, workspace }) =>
        toBackfillWire(await backfills.get(workspace.workspaceId, params.evaluation_id)),
    }),
  ];
}
