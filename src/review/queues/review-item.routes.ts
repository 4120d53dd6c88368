import { defineRoute, type Route } from '../../platform/http/route';
import { reviewerOf } from '../reviewer/reviewer';
import {
  claimedExample,
  completeExample,
  itemExample,
  leaseExample,
  tokenExample,
} from './review-queue.examples';
import {
  toClaimedWire,
  toCompletionRequest,
  toItemWire,
  toKeyAndToken,
  toLeaseWire,
} from './review-queue.mapper';
import {
  claimedItemsSchema,
  claimSchema,
  completeSchema,
  heartbeatSchema,
  itemParams,
  itemSchema,
  leaseSchema,
  queueParams,
} from './review-queue.schema';
import type { ReviewQueueService } from './review-queue.service';

const common = {
  tag: 'Review queues',
  access: 'workspace',
  role: 'contributor',
  method: 'post',
  status: 200,
} as const;

/** The endpoints of review queues for reviewers. */
export function reviewItemRoutes({ queues }: { queues: ReviewQueueService }): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'claimReviewItems',
      summary: 'Claim the next items with leases',
      description:
        'A reviewer never gets an item again that they completed or hold, and holds at most 50 of a queue. If the response is lost, repeat the request ' +
        'with the same Idempotency-Key to get the same leases.',
      path: '/v1/review-queues/{queue_id}/claim',
      isIdempotent: true,
      params: queueParams,
      body: claimSchema,
      response: claimedItemsSchema.nullable(),
      noContent: 'There is no item for this reviewer now, or they hold 50.',
      example: { request: { limit: 1, lease_seconds: 300 }, response: claimedExample },
      errors: ['query_timeout'],
      handler: async ({ params, body, workspace, caller, signal }) => {
        const leasedItems = await queues.claim(workspace.workspaceId, params.queue_id, {
          reviewer: reviewerOf(caller),
          limit: body.limit,
          leaseSeconds: body.lease_seconds,
          signal,
        });
        return leasedItems.length === 0 ? null : toClaimedWire(leasedItems);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'heartbeatReviewItem',
      summary: 'Extend a lease by `lease_seconds` from now',
      description: 'Without a heartbeat, the lease ends and the item is offered to others.',
      path: '/v1/review-queues/{queue_id}/items/{item_id}/heartbeat',
      params: itemParams,
      body: heartbeatSchema,
      response: leaseSchema,
      errors: ['lease_lost'],
      example: { request: tokenExample, response: leaseExample },
      handler: async (context) => toLeaseWire(await queues.heartbeat(...toKeyAndToken(context))),
    }),
    defineRoute({
      ...common,
      operationId: 'completeReviewItem',
      summary: 'Complete an item with the reviews of its reply',
      description:
        'Writes all of the reviews, or none. Repeating the request with the same lease returns the item and writes ' +
        'nothing.',
      path: '/v1/review-queues/{queue_id}/items/{item_id}/complete',
      params: itemParams,
      body: completeSchema,
      response: itemSchema,
      errors: ['lease_lost', 'value_error', 'conflict'],
      example: { request: completeExample, response: { ...itemExample, completed_count: 1 } },
      handler: async (context) => {
        const [key, token] = toKeyAndToken(context);
        return toItemWire(await queues.complete(key, token, toCompletionRequest(context.body)));
      },
    }),
  ];
}
