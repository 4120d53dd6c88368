import { z } from 'zod';
import { toPartsWire } from '../conversations/conversation.mapper';
import type { ConversationService } from '../conversations/conversation.service';
import { toAnnotationWire } from '../evaluations/evaluation.schema';
import { getEvaluations } from '../evaluations/evaluation.service';
import type { Caller } from '../http/caller';
import type { CursorCodec } from '../http/cursor';
import { defineRoute, type Route } from '../http/route';
import { pageQuery, uuidSchema } from '../http/schemas';
import type { Creator, ExperimentItem, ReplySide } from './experiment';
import { createExperimentExample, experimentExample, itemExample } from './experiment.examples';
import {
  createExperimentSchema,
  experimentSchema,
  itemDetailSchema,
  itemSchema,
  toExperimentWire,
  toItemWire,
} from './experiment.schema';
import type { ExperimentService, ExperimentView } from './experiment.service';

export interface ExperimentRoutesDependencies {
  experiments: ExperimentService;
  conversations: Pick<ConversationService, 'findReply' | 'findTranscript'>;
  cursors: CursorCodec;
}

const experimentParams = z.object({ experiment_id: uuidSchema });
const toWire = ({ experiment, tally }: ExperimentView) => toExperimentWire(experiment, tally);

export function experimentRoutes({
  experiments,
  conversations,
  cursors,
}: ExperimentRoutesDependencies): Route[] {
  const common = { tag: 'Experiments', access: 'workspace' } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'createExperiment',
      summary: 'Create an experiment and start its run',
      description:
        'Replays the conversations through a model, or passes their replies through, and evaluates the replies.',
      method: 'post',
      path: '/v1/experiments',
      role: 'contributor',
      isIdempotent: true,
      body: createExperimentSchema,
      status: 201,
      response: experimentSchema,
      errors: ['model_unknown', 'temporal_unavailable'],
      example: { request: createExperimentExample, response: experimentExample },
      handler: async ({ body, workspace, caller, resourceId }) =>
        toWire(await experiments.create(workspace.workspaceId, resourceId, body, creatorOf(caller))),
    }),
    defineRoute({
      ...common,
      operationId: 'listExperiments',
      summary: 'List experiments, newest first',
      method: 'get',
      path: '/v1/experiments',
      query: z.strictObject(pageQuery(50)),
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
      handler: async ({ query, workspace: { workspaceId } }) => {
        const scope = ['experiments', workspaceId];
        const found = await experiments.list(
          workspaceId,
          query.limit + 1,
          cursors.decodeTime(scope, query.cursor),
        );
        const page = found.slice(0, query.limit);
        const last = page.at(-1);
        const hasMore = found.length > page.length && last !== undefined;
        return {
          items: page.map(toWire),
          has_more: hasMore,
          next_page_cursor: hasMore ? cursors.encodeTime(scope, last.experiment) : null,
          query,
        };
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getExperiment',
      summary: 'Read one experiment with its counters and metrics',
      method: 'get',
      path: '/v1/experiments/{experiment_id}',
      params: experimentParams,
      status: 200,
      response: experimentSchema,
      example: { response: experimentExample },
      handler: async ({ params, workspace }) =>
        toWire(await experiments.get(workspace.workspaceId, params.experiment_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'deleteExperiment',
      summary: 'Delete an experiment that has ended, with its items and replies',
      method: 'delete',
      path: '/v1/experiments/{experiment_id}',
      role: 'contributor',
      params: experimentParams,
      status: 204,
      response: null,
      errors: ['experiment_running'],
      handler: ({ params, workspace }) => experiments.remove(workspace.workspaceId, params.experiment_id),
    }),
    defineRoute({
      ...common,
      operationId: 'cancelExperiment',
      summary: 'Stop an experiment; open items end as failed with the error `cancelled`',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/cancel',
      role: 'contributor',
      params: experimentParams,
      status: 200,
      response: experimentSchema,
      errors: ['experiment_finished', 'temporal_unavailable'],
      example: { response: experimentExample },
      handler: async ({ params, workspace }) =>
        toWire(await experiments.cancel(workspace.workspaceId, params.experiment_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'retryExperiment',
      summary: 'Run the failed items of an ended experiment again',
      method: 'post',
      path: '/v1/experiments/{experiment_id}/retry',
      role: 'contributor',
      params: experimentParams,
      status: 200,
      response: experimentSchema,
      errors: ['experiment_running', 'conflict', 'temporal_unavailable'],
      example: { response: experimentExample },
      handler: async ({ params, workspace }) =>
        toWire(await experiments.retry(workspace.workspaceId, params.experiment_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'listExperimentItems',
      summary: 'List the items of an experiment in the order of its conversations',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items',
      params: experimentParams,
      query: z.strictObject(pageQuery(20)),
      status: 200,
      response: z.object({
        items: z.array(itemSchema),
        next_cursor: z.string().nullable(),
        has_more: z.boolean(),
      }),
      example: { response: { items: [itemExample], next_cursor: null, has_more: false } },
      handler: async ({ params: { experiment_id: id }, query, workspace: { workspaceId } }) => {
        const scope = ['experiment-items', workspaceId, id];
        const after = query.cursor === null ? -1 : Number(cursors.decode(scope, query.cursor)[0]);
        const found = await experiments.listItems(workspaceId, id, query.limit + 1, after);
        const page = found.slice(0, query.limit);
        const last = page.at(-1);
        const hasMore = found.length > page.length && last !== undefined;
        return {
          items: page.map(toItemWire),
          next_cursor: hasMore ? cursors.encode(scope, [last.position]) : null,
          has_more: hasMore,
        };
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getExperimentItem',
      summary: 'Read one item: its reply beside the original, both with their annotations',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/items/{item_id}',
      params: z.object({ experiment_id: uuidSchema, item_id: uuidSchema }),
      status: 200,
      response: itemDetailSchema,
      example: {
        response: {
          ...itemExample,
          reply: null,
          annotations: [],
          baseline_reply: null,
          baseline_annotations: [],
        },
      },
      handler: async ({ params, workspace: { workspaceId } }) => {
        const item = await experiments.getItem(workspaceId, params.experiment_id, params.item_id);
        const [reply, transcript, annotationsOf] = await Promise.all([
          item.reply.messageId === null ? null : conversations.findReply(item.reply.messageId),
          conversations.findTranscript(workspaceId, item.conversationId),
          loadAnnotations(workspaceId, item),
        ]);
        const original = transcript?.messages.find(({ id }) => id === item.baseline?.messageId) ?? null;
        return {
          ...toItemWire(item),
          reply:
            reply === null
              ? null
              : { message_id: reply.id, model: item.reply.model, parts: toPartsWire(reply.parts) },
          annotations: annotationsOf(item.reply),
          baseline_reply:
            original === null
              ? null
              : {
                  message_id: original.id,
                  model: item.baseline?.model ?? null,
                  parts: toPartsWire(original.parts),
                },
          baseline_annotations: item.baseline === null ? null : annotationsOf(item.baseline),
        };
      },
    }),
  ];
}

async function loadAnnotations(workspaceId: string, { reply, baseline }: ExperimentItem) {
  const ids = [reply.evaluationId, baseline?.evaluationId].filter((id) => id != null);
  const evaluations = new Map(
    (await getEvaluations(workspaceId, ids)).map((evaluation) => [evaluation.id, evaluation]),
  );
  return ({ evaluationId }: ReplySide) => {
    const evaluation = evaluationId === null ? undefined : evaluations.get(evaluationId);
    return evaluation?.status === 'completed' ? evaluation.annotations.map(toAnnotationWire) : null;
  };
}

/** A session or a user key acts for its user; a workspace key is a service account of its own. */
function creatorOf(caller: Caller): Creator {
  return caller.kind === 'workspace_key'
    ? { userId: null, userName: null, serviceAccountId: caller.keyId, serviceAccountName: caller.keyName }
    : { userId: caller.userId, userName: caller.userName, serviceAccountId: null, serviceAccountName: null };
}
