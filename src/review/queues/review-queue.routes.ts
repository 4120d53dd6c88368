import { pageExample, toPage } from '../../platform/http/page';
import { byNumber, byTime, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { agreementExample } from '../agreement/agreement.examples';
import { agreementSchema, toAgreementWire } from '../agreement/agreement.schema';
import type { AgreementService } from '../agreement/agreement.service';
import { reviewerOf } from '../reviewer/reviewer';
import {
  createQueueExample,
  listedItemExample,
  listedQueueExample,
  queueExample,
} from './review-queue.examples';
import { toListedItemWire, toListedQueueWire, toNewQueue, toQueueWire } from './review-queue.mapper';
import {
  createQueueSchema,
  itemListSchema,
  listItemsQuery,
  listQueuesQuery,
  queueListSchema,
  queueParams,
  queueSchema,
} from './review-queue.schema';
import type { ItemWithStatus, ReviewQueueService } from './review-queue.service';

export interface ReviewQueueRoutesDependencies {
  queues: ReviewQueueService;
  agreement: AgreementService;
  pager: Pager;
}

const byItemPosition = byNumber(({ item }: ItemWithStatus) => item.position);

const common = { tag: 'Review queues', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;

/** The endpoints of review queues for those who create them. */
export function reviewQueueRoutes(dependencies: ReviewQueueRoutesDependencies): Route[] {
  return [...queuesRoutes(dependencies), ...queueRoutes(dependencies), agreementRoute(dependencies)];
}

function queuesRoutes({ queues, pager }: ReviewQueueRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'createReviewQueue',
      summary: 'Create a queue of replies to review',
      description:
        'Selects among the evaluated replies of the assistant once, when it is created. A sample is a simple random one ' +
        'without replacement: the same seed and population draw the same replies.',
      method: 'post',
      path: '/v1/review-queues',
      role: 'contributor',
      isIdempotent: true,
      body: createQueueSchema,
      status: 201,
      response: queueSchema,
      errors: ['conflict', 'value_error', 'query_timeout'],
      example: { request: createQueueExample, response: queueExample },
      handler: async ({ body, workspace: { workspaceId }, caller, resourceId: id, signal }) => {
        const owner = reviewerOf(caller);
        return toQueueWire(await queues.create(workspaceId, id, toNewQueue(body), { owner, signal }));
      },
    }),
    defineRoute({
      ...read,
      operationId: 'listReviewQueues',
      summary: 'List review queues, newest first',
      description: 'Each with the items that are left for the caller.',
      path: '/v1/review-queues',
      query: listQueuesQuery,
      response: queueListSchema,
      example: { response: pageExample(listedQueueExample) },
      handler: async ({ query, workspace: { workspaceId }, caller }) => {
        const page = await pager.list({
          order: byTime,
          scope: ['review-queues', workspaceId],
          query,
          find: (after, limit) => queues.list(workspaceId, reviewerOf(caller), { after, limit }),
        });
        return toPage(page, toListedQueueWire, query);
      },
    }),
  ];
}

function queueRoutes({ queues, pager }: ReviewQueueRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'getReviewQueue',
      summary: 'Get a review queue with the counts of its items',
      description: 'The items were selected when the queue was created.',
      path: '/v1/review-queues/{queue_id}',
      params: queueParams,
      response: queueSchema,
      example: { response: queueExample },
      handler: async ({ params, workspace, caller }) =>
        toQueueWire(await queues.get(workspace.workspaceId, params.queue_id, reviewerOf(caller))),
    }),
    defineRoute({
      ...read,
      operationId: 'listReviewItems',
      summary: 'List the items of a review queue with their status',
      description:
        'In the order in which they are offered. Has no reviews, so that reviewers stay independent.',
      path: '/v1/review-queues/{queue_id}/items',
      params: queueParams,
      query: listItemsQuery,
      response: itemListSchema,
      example: { response: pageExample(listedItemExample) },
      handler: async ({ params: { queue_id: id }, query, workspace: { workspaceId }, caller }) => {
        const page = await pager.list({
          order: byItemPosition,
          scope: ['review-items', workspaceId, id],
          query,
          find: (after, limit) => queues.listItems(workspaceId, id, reviewerOf(caller), { after, limit }),
        });
        return toPage(page, toListedItemWire, query);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'deleteReviewQueue',
      summary: 'Delete a review queue with its items; the reviews remain',
      description: 'For admins and the owner of the queue.',
      method: 'delete',
      path: '/v1/review-queues/{queue_id}',
      role: 'contributor',
      params: queueParams,
      status: 204,
      response: null,
      handler: ({ params, workspace: { workspaceId, role }, caller }) =>
        queues.remove(workspaceId, params.queue_id, { reviewer: reviewerOf(caller), role }),
    }),
  ];
}

function agreementRoute({ agreement }: ReviewQueueRoutesDependencies): Route {
  return defineRoute({
    ...read,
    operationId: 'getReviewAgreement',
    summary: 'Measure how far the reviewers of a queue agree',
    description:
      'Over the items that at least two reviewers have completed. The latest review of each reviewer counts; ' +
      'adjudications are left out.',
    path: '/v1/review-queues/{queue_id}/agreement',
    params: queueParams,
    response: agreementSchema,
    errors: ['query_timeout'],
    example: { response: agreementExample },
    handler: async ({ params, workspace, signal }) =>
      toAgreementWire(await agreement.measure(workspace.workspaceId, params.queue_id, signal)),
  });
}
