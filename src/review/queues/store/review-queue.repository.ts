import type { ClientSession } from 'mongoose';
import { storedBytesOf } from '../../../platform/mongo/created-content';
import { driverCollection } from '../../../platform/mongo/driver';
import { newestFirst } from '../../../platform/mongo/keyset';
import type { TimePosition } from '../../../platform/time-position';
import type { ReviewItem, ReviewQueue } from './review-queue';
import {
  ReviewItemModel,
  ReviewQueueModel,
  type StoredQueue,
  type StoredReviewItem,
} from './review-queue.model';

function queues() {
  return driverCollection<StoredQueue>(ReviewQueueModel);
}

function items() {
  return driverCollection<StoredReviewItem>(ReviewItemModel);
}

export async function insertQueue(
  { id, ...queue }: ReviewQueue,
  reviewItems: readonly ReviewItem[],
  session: ClientSession,
): Promise<void> {
  const storedBytes = reviewItems.reduce((sum, item) => sum + storedBytesOf(item), storedBytesOf(queue));
  await queues().insertOne({ _id: id, ...queue, storedBytes }, { session });
  if (reviewItems.length === 0) return;
  await items().insertMany(
    reviewItems.map(({ id: itemId, ...item }) => ({ _id: itemId, ...item })),
    { session },
  );
}

/** A set may have 10,000, which a claim does not need. */
const withoutConversations = { 'source.conversationIds': 0 } as const;

/** A queue; one of a set without its conversations. */
export async function findQueue(workspaceId: string, id: string): Promise<ReviewQueue | null> {
  const queue = await queues().findOne({ _id: id, workspaceId }, { projection: withoutConversations });
  return queue === null ? null : toQueue(queue);
}

/** A queue; one of a set with its conversations. */
export async function findQueueWithConversations(
  workspaceId: string,
  id: string,
): Promise<ReviewQueue | null> {
  const queue = await queues().findOne({ _id: id, workspaceId });
  return queue === null ? null : toQueue(queue);
}

/** The next queues, newest first; those of a set without its conversations. */
export async function listQueues(
  workspaceId: string,
  { limit, after }: { limit: number; after: TimePosition | null },
): Promise<ReviewQueue[]> {
  const { filter, sort } = newestFirst(after);
  const page = await queues()
    .find({ workspaceId, ...filter }, { projection: withoutConversations })
    .sort(sort)
    .limit(limit)
    .toArray();
  return page.map(toQueue);
}

/**
 * The queues that are random samples, newest first, at most `limit`; for an experiment, those with one of its replies.
 */
export async function listSampleQueues(
  workspaceId: string,
  experimentId: string | null,
  limit: number,
): Promise<ReviewQueue[]> {
  const ids = experimentId && (await items().distinct('queueId', { workspaceId, experimentId }));
  const sampleQueues = await queues()
    .find({ workspaceId, 'source.kind': 'sample', ...(ids && { _id: { $in: ids } }) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .toArray();
  return sampleQueues.map(toQueue);
}

/** Deletes a queue with its items; false when there is none. */
export async function deleteQueue(workspaceId: string, id: string, session: ClientSession): Promise<boolean> {
  const { deletedCount } = await queues().deleteOne({ _id: id, workspaceId }, { session });
  if (deletedCount === 0) return false;
  await items().deleteMany({ workspaceId, queueId: id }, { session });
  return true;
}

/** Whether a reviewer owns a queue that has the message as an item. */
export async function ownsQueueOf(
  workspaceId: string,
  messageId: string,
  owner: ReviewQueue['owner'],
): Promise<boolean> {
  const ids = await items().distinct('queueId', { workspaceId, messageId });
  const queue = await queues().findOne(
    { _id: { $in: ids }, workspaceId, 'owner.userId': owner.userId },
    { projection: { _id: 1 } },
  );
  return queue !== null;
}

function toQueue({ _id, storedBytes, ...queue }: StoredQueue): ReviewQueue {
  return { id: _id, ...queue };
}
