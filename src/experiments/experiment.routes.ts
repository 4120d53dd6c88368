import { toPage } from '../platform/http/page';
import { byTime, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { toCorrectedExperiment } from '../review/accuracy/accuracy.schema';
import { creatorOf } from './creation/creator';
import type { ExperimentService } from './experiment.service';
import type { MeasureEnded } from './results/ended-measurements';
import { toExperimentWire, toIssueRateVarianceWire } from './results/experiment.mapper';
import {
  createExperimentExample,
  experimentExample,
  freshBaselineExample,
  rejudgedExample,
} from './wire/experiment.examples';
import {
  addItemsSchema,
  createExperimentSchema,
  experimentListSchema,
  experimentParams,
  experimentSchema,
  freshBaselineSchema,
  getExperimentQuery,
  listExperimentsQuery,
  rejudgeSchema,
} from './wire/experiment.schema';

export interface ExperimentRoutesDependencies {
  experiments: ExperimentService;
  measureEnded: MeasureEnded;
  pager: Pager;
}

const common = { tag: 'Experiments', access: 'workspace' } as const;
const extensionErrors = [
  'experiment_running',
  'conflict',
  'limit_reached',
  'model_price_unknown',
  'temporal_unavailable',
] as const;

export function experimentRoutes(dependencies: ExperimentRoutesDependencies): Route[] {
  const { experiments } = dependencies;
  return [
    ...collectionRoutes(dependencies),
    ...singleExperimentRoutes(dependencies),
    ...executionRoutes(experiments),
    ...extensionRoutes(experiments),
    freshBaselineRoute(experiments),
  ];
}

function collectionRoutes({ experiments, pager }: ExperimentRoutesDependencies): Route[] {
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
      description: 'Experiments of optimization runs are listed too; they name their run.',
      method: 'get',
      path: '/v1/experiments',
      query: listExperimentsQuery,
      status: 200,
      response: experimentListSchema,
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
  ];
}

function singleExperimentRoutes({ experiments, measureEnded }: ExperimentRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getExperiment',
      summary: 'Get an experiment with its counters and metrics',
      description: 'While it runs, the counters and metrics are those of the items that have ended so far.',
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
      description:
        'This action cannot be undone. An experiment of an open optimization run cannot be deleted.',
      method: 'delete',
      path: '/v1/experiments/{experiment_id}',
      role: 'contributor',
      params: experimentParams,
      status: 204,
      response: null,
      errors: ['experiment_running', 'experiment_in_use', 'temporal_unavailable'],
      handler: ({ params, workspace }) => experiments.remove(workspace.workspaceId, params.experiment_id),
    }),
  ];
}

function executionRoutes(experiments: ExperimentService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'cancelExperiment',
      summary: 'Cancel an experiment; its open items fail with the error `cancelled`',
      description: 'Completed items keep their verdicts, and can be compared. Failed items can be retried.',
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
      description:
        'Completed items stay as they are. The experiment runs again until these items have ended.',
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
  ];
}

/** Judge an ended experiment again, or add to it. */
function extensionRoutes(experiments: ExperimentService): Route[] {
  return [
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
      errors: extensionErrors,
      example: { request: { evaluator_id: experimentExample.evaluator_id }, response: rejudgedExample },
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
      errors: [...extensionErrors, 'query_timeout'],
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
  ];
}

function freshBaselineRoute(experiments: ExperimentService): Route {
  return defineRoute({
    ...common,
    operationId: 'createFreshBaseline',
    summary: 'Replay the turns of an experiment with their original model and prompt',
    description:
      'Creates an experiment that replays the same messages as they are stored, with the model that their original ' +
      'replies name, judged by the same judge version. Compare both experiments where the original replies were chosen ' +
      'by their outcome. Reasoning settings of the original calls are not stored, so the defaults of the model apply.',
    method: 'post',
    path: '/v1/experiments/{experiment_id}/fresh-baseline',
    role: 'contributor',
    isIdempotent: true,
    params: experimentParams,
    body: freshBaselineSchema,
    status: 201,
    response: experimentSchema,
    errors: ['conflict', 'limit_reached', 'model_unknown', 'model_price_unknown', 'temporal_unavailable'],
    example: { request: {}, response: freshBaselineExample },
    handler: async ({ body, params, workspace, caller, resourceId }) =>
      toExperimentWire(
        await experiments.createFreshBaseline(workspace.workspaceId, resourceId, {
          sourceId: params.experiment_id,
          model: body.model,
          creator: creatorOf(caller),
        }),
      ),
  });
}
