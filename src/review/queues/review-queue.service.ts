import { randomUUID } from 'node:crypto';
import {
  findReviewedMessage,
  type ReviewedMessage,
  streamJudgedReplies,
} from '../../conversations/storage/reviewed-message.repository';
import { currentTime } from '../../platform/clock';
import type { AppError } from '../../platform/errors/app-error';
import { leaseLost, notFound, roleInsufficient } from '../../platform/errors/error-templates';
import { inTransaction } from '../../platform/mongo/connection';
import type { CreateWithinLimits } from '../../platform/mongo/created-content';
import { withSnapshot } from '../../platform/mongo/snapshot';
import { type TimeLimit, withinTimeLimit, withinTimeLimitOutOfTurn } from '../../platform/mongo/time-limit';
import type { TimePosition } from '../../platform/time-position';
import type { Reviewer } from '../reviewer/reviewer';
import { appendReview } from '../reviews/append-review';
import { lockMessage } from '../reviews/lock-message';
import { matchMissedSpans } from '../reviews/match-missed-spans';
import type { ReviewAuthor } from '../reviews/review.service';
import { type CompletionRequest, draftCompletion } from './draft-completion';
import { populationQuery } from './population-query';
import { type RequestedSource, resolveSource } from './resolve-source';
import { type Selection, selectReplies } from './select-replies';
import {
  completeItem,
  countHeldLeases,
  countItems,
  countProgress,
  deleteItem,
  extendLease,
  findItem,
  type ItemKey,
  type LeaseToken,
  leaseNextItem,
  listItems,
} from './store/review-item.repository';
import {
  type ItemStatus,
  itemStatus,
  ownStatus,
  type QueueProgress,
  type ReviewItem,
  type ReviewLease,
  type ReviewQueue,
} from './store/review-queue';
import { deleteQueue, findQueue, insertQueue, listQueues } from './store/review-queue.repository';

export type NewQueue = Pick<ReviewQueue, 'name' | 'reviewersPerItem'> & { source: RequestedSource };

export interface ClaimRequest {
  reviewer: Reviewer;
  limit: number;
  leaseSeconds: number;
  signal: AbortSignal;
}

/** An item with the lease that its holder has. */
export interface LeasedItem {
  item: ReviewItem;
  lease: ReviewLease;
}

export interface QueueWithProgress extends ReviewQueue {
  /** For the caller. */
  progress: QueueProgress;
}

export interface QueueWithCounts extends QueueWithProgress {
  counts: Record<ItemStatus, number>;
}

/** An item with its status, and what the caller has done with it. */
export interface ItemWithStatus {
  item: ReviewItem;
  status: ItemStatus;
  ownStatus: ItemStatus;
}

/** Leases of a queue that a reviewer may hold, so that one reviewer cannot take all of its items. */
const MAX_HELD_LEASES = 50;

/** A claim returns what it has leased after this time. */
const MAX_CLAIM_MS = 2000;

export interface ReviewQueueServiceDependencies {
  /** The labels of a workspace's current issue configuration. */
  labelsOf(workspaceId: string): Promise<string[]>;
  /** @throws AppError value_error at `loc` if the workspace has no such evaluator */
  checkEvaluator(workspaceId: string, evaluatorId: string, loc: string[]): Promise<unknown>;
  createWithinLimits: CreateWithinLimits<'review_queues' | 'calibrations'>;
  queryTimeoutMs: number;
}

export type ReviewQueueService = ReturnType<typeof createReviewQueueService>;

/** Lists of replies that several people review, and the leases on their items. */
export function createReviewQueueService(dependencies: ReviewQueueServiceDependencies) {
  return {
    create: create.bind(null, dependencies),
    list,
    get,
    listItems: listItemsWithStatus,
    remove,
    claim: claim.bind(null, dependencies),
    heartbeat,
    complete: complete.bind(null, dependencies),
  };
}

/**
 * Selects the replies of a queue and stores it under an id; the stored one if it exists.
 * @throws ValidationError; AppError value_error, query_timeout; not_found if the workspace is deleted
 */
async function create(
  { checkEvaluator, createWithinLimits, queryTimeoutMs }: ReviewQueueServiceDependencies,
  workspaceId: string,
  id: string,
  request: NewQueue,
  { owner, signal }: { owner: Reviewer; signal: AbortSignal },
): Promise<QueueWithCounts> {
  if (request.source.kind === 'disagreement') {
    for (const [index, evaluatorId] of request.source.evaluatorIds.entries()) {
      const loc = ['body', 'source', 'disagreement', 'evaluator_ids', String(index)];
      await checkEvaluator(workspaceId, evaluatorId, loc);
    }
  }
  // Reports an invalid filter before it reads anything.
  if (!('set' in request.source)) populationQuery(request.source);
  const storedQueue = await findQueue(workspaceId, id);
  if (storedQueue !== null) return withCounts(storedQueue, owner);
  const { source, createdAt, selection } = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    selectFrom(workspaceId, request.source, limit),
  );
  const queue: ReviewQueue = {
    ...request,
    source,
    id,
    workspaceId,
    population: selection.population,
    itemCount: selection.replies.length,
    owner,
    createdAt,
  };
  const items = toItems(queue, selection);
  await inTransaction((session) =>
    createWithinLimits(workspaceId, 'review_queues', session, () => insertQueue(queue, items, session)),
  );
  return withCounts(queue, owner);
}

/** The next queues, newest first, with the progress of a reviewer. */
async function list(
  workspaceId: string,
  reviewer: Reviewer,
  page: { limit: number; after: TimePosition | null },
): Promise<QueueWithProgress[]> {
  const queues = await listQueues(workspaceId, page);
  const ids = queues.map(({ id }) => id);
  const progressOf = await countProgress(workspaceId, ids, reviewer);
  return queues.map((queue) => ({ ...queue, progress: progressOf.get(queue.id) ?? none }));
}

/** @throws AppError not_found */
async function get(workspaceId: string, id: string, reviewer: Reviewer): Promise<QueueWithCounts> {
  return withCounts(await getQueue(workspaceId, id), reviewer);
}

/** The next items of a queue after a position, as a reviewer sees them. @throws AppError not_found */
async function listItemsWithStatus(
  workspaceId: string,
  id: string,
  reviewer: Reviewer,
  page: { limit: number; after: number },
): Promise<ItemWithStatus[]> {
  const queue = await getQueue(workspaceId, id);
  const now = currentTime();
  return (await listItems(queue, page)).map((item) => ({
    item,
    status: itemStatus(item, queue.reviewersPerItem, now),
    ownStatus: ownStatus(item, reviewer, now),
  }));
}

/**
 * Deletes a queue with its items; the reviews remain.
 * @throws AppError not_found; role_insufficient unless its owner or an admin asks
 */
async function remove(workspaceId: string, id: string, { reviewer, role }: ReviewAuthor): Promise<void> {
  const { owner } = await getQueue(workspaceId, id);
  if (role !== 'admin' && owner.userId !== reviewer.userId) throw roleInsufficient('admin', role);
  const isDeleted = await inTransaction((session) => deleteQueue(workspaceId, id, session));
  if (!isDeleted) throw notFound('Review queue', 'queue_id');
}

/**
 * Leases the next items to a reviewer; fewer than `limit` when there are no more, or the reviewer holds
 * `MAX_HELD_LEASES`, which concurrent claims may exceed by one each. Fewer than there are when it takes long.
 * @throws AppError not_found, query_timeout
 */
async function claim(
  { queryTimeoutMs }: ReviewQueueServiceDependencies,
  workspaceId: string,
  id: string,
  { reviewer, limit, leaseSeconds: seconds, signal }: ClaimRequest,
): Promise<LeasedItem[]> {
  const queue = await getQueue(workspaceId, id);
  // Not in turn with the queries of the workspace: after a long wait, an item would be leased as the time ends.
  return withinTimeLimitOutOfTurn(queryTimeoutMs, signal, async (timeLimit) => {
    const leasedItems: LeasedItem[] = [];
    const startedAt = performance.now();
    let after = -1;
    while (
      leasedItems.length < limit &&
      performance.now() - startedAt < MAX_CLAIM_MS &&
      (await countHeldLeases(queue, reviewer, currentTime())) < MAX_HELD_LEASES
    ) {
      const leaseId = randomUUID();
      const scan = { now: currentTime(), after, timeLimit };
      const item = await leaseNextItem(queue, { reviewer, leaseId, seconds }, scan);
      if (item === null) break;
      after = item.position;
      // The reply may have been deleted while the queue was created.
      if ((await findReviewedMessage(workspaceId, item.messageId)) === null)
        await deleteItem({ workspaceId, queueId: id, itemId: item.id });
      else leasedItems.push(withLease(item, leaseId));
    }
    return leasedItems;
  });
}

/** Extends a lease by its length from now on. @throws AppError not_found, lease_lost */
async function heartbeat(key: ItemKey, token: LeaseToken): Promise<ReviewLease> {
  const item = await extendLease(key, token, currentTime());
  if (item === null) throw await refusalOf(key, token);
  return withLease(item, token.leaseId).lease;
}

/**
 * Writes the reviews of an item and completes it, or does nothing. Repeated with the same lease, it returns the item
 * and writes nothing.
 * @throws ValidationError; AppError not_found, lease_lost, value_error, conflict
 */
async function complete(
  { labelsOf }: ReviewQueueServiceDependencies,
  key: ItemKey,
  token: LeaseToken,
  request: CompletionRequest,
): Promise<ReviewItem> {
  const { workspaceId } = key;
  const queue = await getQueue(workspaceId, key.queueId);
  const before = await getItem(key);
  if (isCompletedBy(before, token)) return before;
  const message = await getMessage(workspaceId, before.messageId);
  const labels = await labelsOf(workspaceId);
  const drafts = await draftCompletion(workspaceId, message, request, { ...token, labels });
  const { reviewersPerItem } = queue;
  const item = await inTransaction(async (session) => {
    const completedAt = currentTime();
    const completed = await completeItem(key, token, { completedAt, reviewersPerItem }, session);
    if (completed === null) return null;
    const reply = await lockMessage(workspaceId, message, session);
    if (reply === null) throw notFound('Review item', 'item_id');
    const identified = await matchMissedSpans(workspaceId, message.id, drafts, session);
    for (const draft of identified) await appendReview(workspaceId, reply, draft, session, Infinity);
    return completed;
  });
  if (item === null) {
    // The same request may have been sent twice at once.
    const current = await getItem(key);
    if (isCompletedBy(current, token)) return current;
    throw await refusalOf(key, token);
  }
  return item;
}

async function selectFrom(workspaceId: string, requested: RequestedSource, limit: TimeLimit) {
  const source = await resolveSource(workspaceId, requested, limit);
  const query = populationQuery(source);
  // Before the snapshot: the selection may last, and what is stored meanwhile is newer than the queue.
  const createdAt = currentTime();
  const selection = await withSnapshot(
    (session) =>
      selectReplies(streamJudgedReplies(workspaceId, query, { session, limit }), source, limit.signal),
    limit,
  );
  return { source, createdAt, selection };
}

function toItems(queue: ReviewQueue, { replies, population }: Selection): ReviewItem[] {
  const inclusionProbability = queue.source.kind === 'sample' ? replies.length / population : null;
  return replies.map(({ id: messageId, conversationId, experimentId, storedAt, expireAt }, position) => ({
    id: randomUUID(),
    workspaceId: queue.workspaceId,
    queueId: queue.id,
    conversationId,
    messageId,
    experimentId,
    position,
    inclusionProbability,
    epoch: 0,
    leases: [],
    completions: [],
    isCompleted: false,
    storedAt,
    expireAt,
  }));
}

const none: QueueProgress = { completed: 0, remaining: 0 };

async function withCounts(queue: ReviewQueue, reviewer: Reviewer): Promise<QueueWithCounts> {
  const [counts, progress] = await Promise.all([
    countItems(queue, currentTime()),
    countProgress(queue.workspaceId, [queue.id], reviewer),
  ]);
  return { ...queue, counts, progress: progress.get(queue.id) ?? none };
}

async function getQueue(workspaceId: string, id: string): Promise<ReviewQueue> {
  const queue = await findQueue(workspaceId, id);
  if (queue === null) throw notFound('Review queue', 'queue_id');
  return queue;
}

async function getItem(key: ItemKey): Promise<ReviewItem> {
  const item = await findItem(key);
  if (item === null) throw notFound('Review item', 'item_id');
  return item;
}

async function getMessage(workspaceId: string, id: string): Promise<ReviewedMessage> {
  const message = await findReviewedMessage(workspaceId, id);
  if (message === null) throw notFound('Review item', 'item_id');
  return message;
}

function withLease(item: ReviewItem, leaseId: string): LeasedItem {
  const lease = item.leases.find((one) => one.leaseId === leaseId);
  if (lease === undefined) throw new Error(`The item ${item.id} does not have the lease ${leaseId}`);
  return { item, lease };
}

function isCompletedBy({ completions }: ReviewItem, { leaseId, epoch, reviewer }: LeaseToken): boolean {
  return completions.some(
    (one) => one.leaseId === leaseId && one.epoch === epoch && one.reviewer.userId === reviewer.userId,
  );
}

/** Why a token does not hold a lease. */
async function refusalOf(key: ItemKey, { leaseId }: LeaseToken): Promise<AppError> {
  const queue = await getQueue(key.workspaceId, key.queueId);
  const item = await getItem(key);
  const status = itemStatus(item, queue.reviewersPerItem, currentTime());
  return leaseLost('item', leaseId, { status, epoch: item.epoch });
}
