import type { z } from 'zod';
import type { Caller, WorkspaceAccess } from '../../platform/http/caller';
import { reviewerOf } from '../reviewer/reviewer';
import { toFindingReviewRequest, toMissedSpanRequest, toReviewerWire } from '../reviews/review.mapper';
import type { CompletionRequest } from './draft-completion';
import type { RequestedSource } from './resolve-source';
import type {
  claimedItemsSchema,
  completeSchema,
  createQueueSchema,
  itemParams,
  itemSchema,
  leaseSchema,
  listedItemSchema,
  listedQueueSchema,
  queueSchema,
} from './review-queue.schema';
import type {
  ItemWithStatus,
  LeasedItem,
  NewQueue,
  QueueWithCounts,
  QueueWithProgress,
} from './review-queue.service';
import type { ItemKey, LeaseToken } from './store/review-item.repository';
import type { QueueSource, ReviewItem, ReviewLease } from './store/review-queue';

export function toNewQueue(body: z.output<typeof createQueueSchema>): NewQueue {
  const { name, source, reviewers_per_item: reviewersPerItem } = body;
  return { name, reviewersPerItem, source: toSource(source) };
}

function toSource(source: z.output<typeof createQueueSchema>['source']): RequestedSource {
  if ('sample' in source) return { kind: 'sample', ...source.sample };
  if ('disagreement' in source)
    return { kind: 'disagreement', evaluatorIds: source.disagreement.evaluator_ids };
  if ('set' in source) return { kind: 'set', set: source.set };
  return { kind: 'filter', filter: source.filter };
}

export function toListedQueueWire(queue: QueueWithProgress): z.input<typeof listedQueueSchema> {
  return {
    id: queue.id,
    name: queue.name,
    source: toSourceWire(queue.source),
    reviewers_per_item: queue.reviewersPerItem,
    population: queue.population,
    item_count: queue.itemCount,
    completed_count: queue.progress.completed,
    remaining_count: queue.progress.remaining,
    owner: toReviewerWire(queue.owner),
    created_at: queue.createdAt.toISOString(),
  };
}

export function toQueueWire(queue: QueueWithCounts): z.input<typeof queueSchema> {
  return { ...toListedQueueWire(queue), counts: queue.counts };
}

function toSourceWire(source: QueueSource): z.input<typeof listedQueueSchema>['source'] {
  switch (source.kind) {
    case 'filter':
      return { filter: source.filter };
    case 'set':
      return { set: source.set };
    case 'sample': {
      const { size, seed } = source;
      if ('set' in source) return { sample: { set: source.set, size, seed } };
      return { sample: { filter: source.filter, size, seed } };
    }
    default:
      return { disagreement: { evaluator_ids: source.evaluatorIds } };
  }
}

export function toItemWire(item: ReviewItem): z.input<typeof itemSchema> {
  return {
    id: item.id,
    queue_id: item.queueId,
    conversation_id: item.conversationId,
    message_id: item.messageId,
    position: item.position,
    inclusion_probability: item.inclusionProbability,
    completed_count: item.completions.length,
  };
}

export function toListedItemWire({
  item,
  status,
  ownStatus,
}: ItemWithStatus): z.input<typeof listedItemSchema> {
  return { ...toItemWire(item), status, own_status: ownStatus };
}

export function toLeaseWire({ leaseId, epoch, expiresAt }: ReviewLease): z.input<typeof leaseSchema> {
  return { lease_id: leaseId, epoch, expires_at: expiresAt.toISOString() };
}

export function toClaimedWire(items: readonly LeasedItem[]): z.input<typeof claimedItemsSchema> {
  return { items: items.map(({ item, lease }) => ({ ...toItemWire(item), lease: toLeaseWire(lease) })) };
}

/** Which item a request is about, and the lease that it sends. */
export function toKeyAndToken({
  params,
  body,
  workspace: { workspaceId },
  caller,
}: {
  params: z.output<typeof itemParams>;
  body: { lease_id: string; epoch: number };
  workspace: WorkspaceAccess;
  caller: Caller;
}): [key: ItemKey, token: LeaseToken] {
  return [
    { workspaceId, queueId: params.queue_id, itemId: params.item_id },
    { leaseId: body.lease_id, epoch: body.epoch, reviewer: reviewerOf(caller) },
  ];
}

export function toCompletionRequest(body: z.output<typeof completeSchema>): CompletionRequest {
  return {
    verdict: body.verdict,
    comment: body.comment,
    findings: body.findings.map(({ finding_id: findingId, ...review }) => ({
      findingId,
      ...toFindingReviewRequest(review),
    })),
    missed: body.missed.map(toMissedSpanRequest),
  };
}
