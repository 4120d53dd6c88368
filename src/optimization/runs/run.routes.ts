import { z } from 'zod';
import { creatorOf } from '../../experiments/creation/creator';
import { pageExample, toPage } from '../../platform/http/page';
import { byPosition, byTime, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { pageQuery } from '../../platform/http/schemas';
import { candidateExample, createRunExample, runExample } from './run.examples';
import { toCandidateWire, toRunnerWire, toRunWire } from './run.mapper';
import {
  candidateListSchema,
  createRunSchema,
  runListSchema,
  runnerListSchema,
  runParams,
  runSchema,
} from './run.schema';
import type { RunService } from './run.service';
import { listRunnerContacts } from './runner-contact.repository';

export interface RunRoutesDependencies {
  runs: RunService;
  pager: Pager;
}

const common = { tag: 'Optimization runs', access: 'workspace' } as const;

/** The endpoints of optimization runs for users. */
export function runRoutes(dependencies: RunRoutesDependencies): Route[] {
  const { runs, pager } = dependencies;
  return [
    defineRoute({
      ...common,
      operationId: 'createOptimizationRun',
      summary: 'Create an optimization run for a better system prompt or model',
      description:
        'The baseline is measured first. Then the run is ready, and a runner claims it, proposes candidates and ' +
        'completes it. The service decides whether a candidate is better.',
      method: 'post',
      path: '/v1/optimization-runs',
      role: 'contributor',
      isIdempotent: true,
      body: createRunSchema,
      status: 201,
      response: runSchema,
      errors: [
        'limit_reached',
        'model_unknown',
        'model_price_unknown',
        'temporal_unavailable',
        'query_timeout',
      ],
      example: { request: createRunExample, response: runExample },
      handler: async ({ body, workspace, caller, resourceId, signal }) =>
        toRunWire(await runs.create(workspace.workspaceId, resourceId, body, creatorOf(caller), signal)),
    }),
    runnersRoute(),
    defineRoute({
      ...common,
      operationId: 'listOptimizationRuns',
      summary: 'List optimization runs, newest first',
      description: 'With any status, each with its attempts and its decision.',
      method: 'get',
      path: '/v1/optimization-runs',
      query: z.strictObject(pageQuery(50)),
      status: 200,
      response: runListSchema,
      example: { response: pageExample(runExample) },
      handler: async ({ query, workspace: { workspaceId } }) => {
        const page = await pager.list({
          order: byTime,
          scope: ['optimization-runs', workspaceId],
          query,
          find: (after, limit) => runs.list(workspaceId, limit, after),
        });
        return toPage(page, toRunWire, query);
      },
    }),
    ...singleRunRoutes(dependencies),
  ];
}

function singleRunRoutes({ runs, pager }: RunRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getOptimizationRun',
      summary: 'Get an optimization run',
      description:
        'With its attempts, the metrics of the baseline and the decision, as far as there are any.',
      method: 'get',
      path: '/v1/optimization-runs/{run_id}',
      params: runParams,
      status: 200,
      response: runSchema,
      example: { response: runExample },
      handler: async ({ params, workspace }) =>
        toRunWire(await runs.get(workspace.workspaceId, params.run_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'cancelOptimizationRun',
      summary: 'Cancel a run immediately; its runner is notified with its next heartbeat',
      description: 'No further candidate is measured. The metrics of measured ones stay readable.',
      method: 'post',
      path: '/v1/optimization-runs/{run_id}/cancel',
      role: 'contributor',
      params: runParams,
      status: 200,
      response: runSchema,
      errors: ['run_finished', 'temporal_unavailable', 'temporal_busy'],
      example: { response: { ...runExample, status: 'cancelled', cancel_requested: true } },
      handler: async ({ params, workspace }) =>
        toRunWire(await runs.cancel(workspace.workspaceId, params.run_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'listCandidates',
      summary: 'List the candidates of a run with their metrics, in the order of their proposals',
      description: 'Each with its comparison with the baseline, once it is measured.',
      method: 'get',
      path: '/v1/optimization-runs/{run_id}/candidates',
      params: runParams,
      query: z.strictObject(pageQuery(50)),
      status: 200,
      response: candidateListSchema,
      example: { response: pageExample(candidateExample) },
      handler: async ({ params: { run_id: id }, query, workspace: { workspaceId } }) => {
        const page = await pager.list({
          order: byPosition,
          scope: ['run-candidates', workspaceId, id],
          query,
          find: (after, limit) => runs.listCandidates(workspaceId, id, limit, after),
        });
        return toPage(page, toCandidateWire, query);
      },
    }),
  ];
}

function runnersRoute(): Route {
  return defineRoute({
    ...common,
    operationId: 'listOptimizationRunners',
    summary: 'List the runners that wait for runs',
    description: 'At most 20, the latest first. A runner that works on a run is in `attempts` of that run.',
    method: 'get',
    path: '/v1/optimization-runners',
    status: 200,
    response: runnerListSchema,
    example: {
      response: {
        items: [{ runner_id: 'host-1/4711', strategies: ['list'], seen_at: '2026-01-15T09:30:00.000Z' }],
      },
    },
    handler: async ({ workspace: { workspaceId } }) => ({
      items: (await listRunnerContacts(workspaceId)).map(toRunnerWire),
    }),
  });
}
