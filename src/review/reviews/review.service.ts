import type { Finding } from '../../conversations/findings/ledger/finding';
import {
  findReviewedMessage,
  type ReviewedMessage,
} from '../../conversations/storage/reviewed-message.repository';
import {
  notFound,
  resourceNotFound,
  roleInsufficient,
  valueError,
} from '../../platform/errors/error-templates';
import type { Role } from '../../platform/http/caller';
import { inTransaction } from '../../platform/mongo/connection';
import { ownsQueueOf } from '../queues/store/review-queue.repository';
import type { Reviewer } from '../reviewer/reviewer';
import { appendReview, type ReviewDraft } from './append-review';
import {
  draftFindingReview,
  draftMissedSpans,
  draftReplyReview,
  type FindingReviewRequest,
  findReport,
  type MissedSpanRequest,
  type ReplyReviewRequest,
} from './draft-reviews';
import { lockMessage } from './lock-message';
import { matchMissedSpans } from './match-missed-spans';
import { createReplyTexts } from './reply-texts';
import type { Adjudicator, Review, ReviewTarget } from './review';
import { findReview, findReviewedState, listReviews } from './review.repository';

/** Who reviews, with the role in the workspace. */
export interface ReviewAuthor {
  reviewer: Reviewer;
  role: Role;
}

/** A request under the id of what it creates: repeated, it creates nothing more. */
export interface ReviewRequest<Request> {
  workspaceId: string;
  id: string;
  request: Request;
  author: ReviewAuthor;
}

/** A review that may be an adjudication. */
export interface AdjudicableRequest<Request> extends ReviewRequest<Request> {
  isAdjudication: boolean;
}

/** A page of reviews, and the state after all of them; null without a review. */
export interface ReviewHistory {
  reviews: Review[];
  state: Review['state'] | null;
}

interface HistoryPage {
  after: number;
  limit: number;
}

/** A span of a reply that evaluators missed. */
export type MissedSpan = Omit<MissedSpanRequest, 'id' | 'loc'>;

export interface ReviewServiceDependencies {
  /** The labels of a workspace's current issue configuration. */
  labelsOf(workspaceId: string): Promise<string[]>;
}

export type ReviewService = ReturnType<typeof createReviewService>;

/** What people say of findings and replies. */
export function createReviewService(dependencies: ReviewServiceDependencies) {
  return {
    reviewFinding: reviewFinding.bind(null, dependencies),
    addFinding: addFinding.bind(null, dependencies),
    reviewReply,
    listFindingReviews,
    listReplyReviews,
  };
}

/** @throws AppError not_found, role_insufficient, conflict; ValidationError */
async function reviewFinding(
  dependencies: ReviewServiceDependencies,
  findingId: string,
  { workspaceId, id, request, author, isAdjudication }: AdjudicableRequest<FindingReviewRequest>,
): Promise<Review> {
  const finding = await getReport(workspaceId, findingId);
  const message = await getMessage(workspaceId, finding.messageId);
  const adjudicatedAs = isAdjudication ? await requireAdjudicator(workspaceId, message, author) : null;
  const context = await contextOf(dependencies, workspaceId, message.id, author);
  const draft = await draftFindingReview(finding, request, context);
  return store(workspaceId, message, { ...draft, adjudicatedAs, id });
}

/**
 * Adds a span that no evaluator reported, with the review that confirms it.
 * @throws ValidationError; AppError value_error if the workspace has no such reply
 */
async function addFinding(
  dependencies: ReviewServiceDependencies,
  messageId: string,
  { workspaceId, id, request, author }: ReviewRequest<MissedSpan>,
): Promise<Review> {
  const message = await findReviewedMessage(workspaceId, messageId);
  if (message === null) throw resourceNotFound('Message', { loc: ['body', 'message_id'] });
  checkIsReply(message, ['body', 'message_id']);
  const context = await contextOf(dependencies, workspaceId, messageId, author);
  const drafts = await draftMissedSpans(messageId, [{ ...request, id, loc: ['body'] }], context);
  return store(workspaceId, message, { ...(drafts[0] as ReviewDraft), id });
}

/** @throws AppError not_found, value_error, role_insufficient, conflict */
async function reviewReply(
  messageId: string,
  { workspaceId, id, request, author, isAdjudication }: AdjudicableRequest<ReplyReviewRequest>,
): Promise<Review> {
  const message = await getMessage(workspaceId, messageId);
  checkIsReply(message, ['path', 'message_id']);
  const adjudicatedAs = isAdjudication ? await requireAdjudicator(workspaceId, message, author) : null;
  return store(workspaceId, message, { ...draftReplyReview(request, author.reviewer), adjudicatedAs, id });
}

/** The next reviews of a finding, oldest first. @throws AppError not_found */
async function listFindingReviews(
  workspaceId: string,
  findingId: string,
  page: HistoryPage,
): Promise<ReviewHistory> {
  const { messageId } = await getReport(workspaceId, findingId);
  return readHistory({ workspaceId, messageId, findingId }, page);
}

/** The next reviews of a whole reply, oldest first. @throws AppError not_found */
async function listReplyReviews(
  workspaceId: string,
  messageId: string,
  page: HistoryPage,
): Promise<ReviewHistory> {
  await getMessage(workspaceId, messageId);
  return readHistory({ workspaceId, messageId, findingId: null }, page);
}

async function contextOf(
  { labelsOf }: ReviewServiceDependencies,
  workspaceId: string,
  messageId: string,
  { reviewer }: ReviewAuthor,
) {
  return {
    workspaceId,
    reviewer,
    labels: await labelsOf(workspaceId),
    textOf: createReplyTexts(workspaceId, messageId),
    loc: ['body'],
  };
}

async function readHistory(target: ReviewTarget, page: HistoryPage): Promise<ReviewHistory> {
  const [reviews, state] = await Promise.all([listReviews(target, page), findReviewedState(target)]);
  return { reviews, state };
}

async function getReport(workspaceId: string, findingId: string): Promise<Finding> {
  const finding = await findReport(workspaceId, findingId);
  if (finding === null) throw notFound('Finding', 'finding_id');
  return finding;
}

async function getMessage(workspaceId: string, messageId: string): Promise<ReviewedMessage> {
  const message = await findReviewedMessage(workspaceId, messageId);
  if (message === null) throw notFound('Message', 'message_id');
  return message;
}

function checkIsReply({ id, role }: ReviewedMessage, loc: string[]): void {
  if (role !== 'assistant')
    throw valueError('only messages of the role assistant are reviewed', { loc, input: id });
}

/**
 * What allows a reviewer to adjudicate; the transaction decides whether an owner of a queue may do so now.
 * @throws AppError role_insufficient
 */
async function requireAdjudicator(
  workspaceId: string,
  { id }: ReviewedMessage,
  { reviewer, role }: ReviewAuthor,
): Promise<Adjudicator> {
  if (role === 'admin') return 'admin';
  if (await ownsQueueOf(workspaceId, id, reviewer)) return 'queue_owner';
  throw roleInsufficient('admin', role);
}

/** @throws AppError not_found if the message is deleted in the meantime; conflict if it is replaced */
async function store(
  workspaceId: string,
  message: ReviewedMessage,
  draft: ReviewDraft & { id: string },
): Promise<Review> {
  return inTransaction(async (session) => {
    const review = await findReview(workspaceId, draft.id, session);
    if (review !== null) return review;
    const current = await lockMessage(workspaceId, message, session);
    if (current === null) throw notFound('Message', 'message_id');
    const [identified = draft] = await matchMissedSpans(workspaceId, message.id, [draft], session);
    return appendReview(workspaceId, current, identified, session);
  });
}
