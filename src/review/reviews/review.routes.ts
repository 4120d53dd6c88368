import type { Caller, WorkspaceAccess } from '../../platform/http/caller';
import { byNumber, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { reviewerOf } from '../reviewer/reviewer';
import {
  addFindingExample,
  findingReviewExample,
  reviewExample,
  reviewFindingExample,
  reviewReplyExample,
} from './review.examples';
import { toFindingReviewRequest, toMissedSpanRequest, toReviewWire } from './review.mapper';
import {
  addFindingSchema,
  findingParams,
  listReviewsQuery,
  messageParams,
  reviewFindingSchema,
  reviewListSchema,
  reviewReplySchema,
  reviewSchema,
} from './review.schema';
import type { ReviewHistory, ReviewService } from './review.service';

export interface ReviewRoutesDependencies {
  reviews: ReviewService;
  pager: Pager;
}

interface RequestContext {
  workspace: WorkspaceAccess;
  caller: Caller;
  resourceId: string;
}

const byReviewNumber = byNumber(({ number }: { number: number }) => number);

const common = { tag: 'Reviews', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;

export function reviewRoutes(dependencies: ReviewRoutesDependencies): Route[] {
  return [
    addFindingRoute(dependencies),
    ...findingReviewRoutes(dependencies),
    ...replyReviewRoutes(dependencies),
  ];
}

function addFindingRoute({ reviews }: ReviewRoutesDependencies): Route {
  return defineRoute({
    ...common,
    operationId: 'addFinding',
    summary: 'Add a finding that evaluators missed',
    description:
      'Returns the review that confirms it. A span that overlaps a finding of the reply by half (intersection ÷ ' +
      'union) is that finding, and the request confirms it.',
    method: 'post',
    path: '/v1/findings',
    role: 'contributor',
    isIdempotent: true,
    body: addFindingSchema,
    status: 201,
    response: reviewSchema,
    errors: ['not_found', 'value_error', 'conflict'],
    example: { request: addFindingExample, response: findingReviewExample },
    handler: async ({ body: { message_id: messageId, ...body }, ...context }) =>
      toReviewWire(
        await reviews.addFinding(messageId, { ...requestOf(context), request: toMissedSpanRequest(body) }),
      ),
  });
}

const adjudicating =
  'Admins adjudicate; so do owners of a queue with the reply, while its reviewers disagree and no admin has decided.';

function findingReviewRoutes({ reviews, pager }: ReviewRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'reviewFinding',
      summary: 'Confirm or reject a finding',
      description:
        'Appends to the history. Another label or other offsets correct a confirmed finding. The latest review of each ' +
        'reviewer counts: all the same is the state of the finding, otherwise it is `disputed`. An adjudication decides ' +
        `until a later one. ${adjudicating}`,
      method: 'post',
      path: '/v1/findings/{finding_id}/reviews',
      role: 'contributor',
      isIdempotent: true,
      params: findingParams,
      body: reviewFindingSchema,
      status: 201,
      response: reviewSchema,
      errors: ['value_error', 'conflict'],
      example: { request: reviewFindingExample, response: findingReviewExample },
      handler: async ({ params, body: { adjudication, ...body }, ...context }) => {
        const request = toFindingReviewRequest(body);
        const review = { ...requestOf(context), request, isAdjudication: adjudication };
        return toReviewWire(await reviews.reviewFinding(params.finding_id, review));
      },
    }),
    defineRoute({
      ...read,
      operationId: 'listFindingReviews',
      summary: 'List the reviews of a finding, oldest first',
      description: 'With the state that all of them lead to.',
      path: '/v1/findings/{finding_id}/reviews',
      params: findingParams,
      query: listReviewsQuery,
      response: reviewListSchema,
      example: { response: historyOf(findingReviewExample) },
      handler: async ({ params: { finding_id: id }, query, workspace: { workspaceId } }) =>
        listHistoryPage(pager, ['finding-reviews', workspaceId, id], query, (page) =>
          reviews.listFindingReviews(workspaceId, id, page),
        ),
    }),
  ];
}

function replyReviewRoutes({ reviews, pager }: ReviewRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'reviewReply',
      summary: 'Review a whole reply: clean, or with an issue',
      description:
        'Appends to the history. The latest review of each reviewer counts: all the same is the state of the reply, ' +
        'otherwise it is `disputed`. An adjudication decides until a later one. ' +
        adjudicating,
      method: 'post',
      path: '/v1/messages/{message_id}/reviews',
      role: 'contributor',
      isIdempotent: true,
      params: messageParams,
      body: reviewReplySchema,
      status: 201,
      response: reviewSchema,
      errors: ['value_error', 'conflict'],
      example: { request: reviewReplyExample, response: reviewExample },
      handler: async ({ params, body: { adjudication, ...request }, ...context }) => {
        const review = { ...requestOf(context), request, isAdjudication: adjudication };
        return toReviewWire(await reviews.reviewReply(params.message_id, review));
      },
    }),
    defineRoute({
      ...read,
      operationId: 'listReplyReviews',
      summary: 'List the reviews of a whole reply, oldest first',
      description:
        'With the state that all of them lead to. Reviews of its findings are listed with the findings.',
      path: '/v1/messages/{message_id}/reviews',
      params: messageParams,
      query: listReviewsQuery,
      response: reviewListSchema,
      example: { response: historyOf(reviewExample) },
      handler: async ({ params: { message_id: id }, query, workspace: { workspaceId } }) =>
        listHistoryPage(pager, ['reply-reviews', workspaceId, id], query, (page) =>
          reviews.listReplyReviews(workspaceId, id, page),
        ),
    }),
  ];
}

function historyOf(review: typeof reviewExample) {
  return {
    items: [review],
    state: review.state,
    has_more: false,
    next_page_cursor: null,
    query: { limit: 50, cursor: null },
  };
}

/** The parts of a review request that are not in its body. */
function requestOf({ workspace: { workspaceId, role }, caller, resourceId }: RequestContext) {
  return { workspaceId, id: resourceId, author: { reviewer: reviewerOf(caller), role } };
}

/** A page of a history on the wire. */
async function listHistoryPage(
  pager: Pager,
  scope: readonly unknown[],
  query: { limit: number; cursor: string | null },
  find: (page: { after: number; limit: number }) => Promise<ReviewHistory>,
) {
  const page = await pager.read({
    order: byReviewNumber,
    scope,
    cursor: query.cursor,
    find: async (after) => {
      const { reviews, state } = await find({ after, limit: query.limit + 1 });
      return { items: reviews.slice(0, query.limit), hasMore: reviews.length > query.limit, state };
    },
  });
  return {
    items: page.items.map(toReviewWire),
    state: page.state,
    has_more: page.nextCursor !== null,
    next_page_cursor: page.nextCursor,
    query,
  };
}
