import type { ClientSession } from 'mongoose';
import { driverCollection } from '../../../platform/mongo/driver';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import type { Reviewer } from '../../reviewer/reviewer';
import type {
  ItemStatus,
  QueueProgress,
  ReviewCompletion,
  ReviewItem,
  ReviewLease,
  ReviewQueue,
} from './review-queue';
import { ReviewItemModel, type StoredReviewItem } from './review-queue.model';

/** Items per batch, after which the event loop serves others. */
const READ_BATCH_SIZE = 100;

function collection() {
  return driverCollection<StoredReviewItem>(ReviewItemModel);
}

export interface ItemKey {
  workspaceId: string;
  queueId: string;
  itemId: string;
}

/** What a holder sends with each write. */
export interface LeaseToken {
  leaseId: string;
  epoch: number;
  reviewer: Reviewer;
}

const keyFilter = ({ workspaceId, queueId, itemId }: ItemKey) => ({ _id: itemId, workspaceId, queueId });
const isOf = ({ userId }: Reviewer) => ({ 'reviewer.userId': userId });
const tokenFilter = ({ leaseId, epoch, reviewer }: LeaseToken, now: Date) => ({
  leases: { $elemMatch: { leaseId, epoch, ...isOf(reviewer), expiresAt: { $gt: now } } },
});
const activeLeases = (now: Date) => ({
  $filter: { input: '$leases', cond: { $gt: ['$$this.expiresAt', now] } },
});

/**
 * Leases the first item after a position with a free slot that the reviewer neither holds nor has completed; null when
 * there is none. Passes over every item that the reviewer has completed: continue at the position of the last one.
 * One operation on one document: concurrent claims cannot get the same slot.
 */
export async function leaseNextItem(
  { workspaceId, id: queueId, reviewersPerItem }: ReviewQueue,
  { reviewer, leaseId, seconds }: Pick<ReviewLease, 'reviewer' | 'leaseId' | 'seconds'>,
  { now, after, timeLimit }: { now: Date; after: number; timeLimit: TimeLimit },
): Promise<ReviewItem | null> {
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const epoch = { $add: ['$epoch', 1] };
  const item = await collection().findOneAndUpdate(
    {
      workspaceId,
      queueId,
      isCompleted: false,
      position: { $gt: after },
      completions: { $not: { $elemMatch: isOf(reviewer) } },
      leases: { $not: { $elemMatch: { ...isOf(reviewer), expiresAt: { $gt: now } } } },
      $expr: {
        $lt: [{ $add: [{ $size: '$completions' }, { $size: activeLeases(now) }] }, reviewersPerItem],
      },
    },
    [
      {
        $set: {
          epoch,
          leases: {
            // $literal: the name of a reviewer may begin with $.
            $concatArrays: [
              activeLeases(now),
              [{ leaseId, epoch, reviewer: { $literal: reviewer }, seconds, expiresAt }],
            ],
          },
        },
      },
    ],
    { sort: { position: 1 }, returnDocument: 'after', ...timeLimit.forOperation() },
  );
  return item === null ? null : toItem(item);
}

/** Extends a lease that has not expired, from `now` on by its length; null when the token does not hold one. */
export async function extendLease(key: ItemKey, token: LeaseToken, now: Date): Promise<ReviewItem | null> {
  const { leaseId } = token;
  const end = { $dateAdd: { startDate: now, unit: 'second' as const, amount: '$$this.seconds' } };
  const extended = {
    $map: {
      input: '$leases',
      in: {
        $cond: [
          { $eq: ['$$this.leaseId', leaseId] },
          { $mergeObjects: ['$$this', { expiresAt: end }] },
          '$$this',
        ],
      },
    },
  };
  const item = await collection().findOneAndUpdate(
    { ...keyFilter(key), ...tokenFilter(token, now) },
    [{ $set: { leases: extended } }],
    { returnDocument: 'after' },
  );
  return item === null ? null : toItem(item);
}

/** Turns a lease that has not expired into a completion; null when the token does not hold one. */
export async function completeItem(
  key: ItemKey,
  token: LeaseToken,
  { completedAt, reviewersPerItem }: { completedAt: Date; reviewersPerItem: number },
  session: ClientSession,
): Promise<ReviewItem | null> {
  const completion: ReviewCompletion = { ...token, completedAt };
  const item = await collection().findOneAndUpdate(
    { ...keyFilter(key), ...tokenFilter(token, completedAt) },
    [
      {
        $set: {
          leases: { $filter: { input: '$leases', cond: { $ne: ['$$this.leaseId', token.leaseId] } } },
          completions: { $concatArrays: ['$completions', [{ $literal: completion }]] },
          isCompleted: { $gte: [{ $add: [{ $size: '$completions' }, 1] }, reviewersPerItem] },
        },
      },
    ],
    { returnDocument: 'after', session },
  );
  return item === null ? null : toItem(item);
}

/** The next items of a queue after a position, in order. */
export async function listItems(
  { workspaceId, id: queueId }: ReviewQueue,
  { after, limit }: { after: number; limit: number },
): Promise<ReviewItem[]> {
  const items = await collection()
    // $in uses the index, which has isCompleted before the position.
    .find({ workspaceId, queueId, isCompleted: { $in: [false, true] }, position: { $gt: after } })
    .sort({ position: 1 })
    .limit(limit)
    .toArray();
  return items.map(toItem);
}

/** The number of leases of a queue that a reviewer holds. */
export async function countHeldLeases(
  { workspaceId, id: queueId }: ReviewQueue,
  reviewer: Reviewer,
  now: Date,
): Promise<number> {
  return collection().countDocuments({
    workspaceId,
    queueId,
    'leases.reviewer.userId': reviewer.userId,
    leases: { $elemMatch: { ...isOf(reviewer), expiresAt: { $gt: now } } },
  });
}

export async function findItem({ workspaceId, queueId, itemId }: ItemKey): Promise<ReviewItem | null> {
  const item = await collection().findOne({ _id: itemId, workspaceId, queueId });
  return item === null ? null : toItem(item);
}

/** The number of items of a queue in each status. */
export async function countItems(
  { workspaceId, id: queueId, reviewersPerItem }: ReviewQueue,
  now: Date,
): Promise<Record<ItemStatus, number>> {
  const used = { $add: [{ $size: '$completions' }, { $size: activeLeases(now) }] };
  const status = {
    $cond: ['$isCompleted', 'completed', { $cond: [{ $lt: [used, reviewersPerItem] }, 'open', 'leased'] }],
  };
  const items = await collection()
    .aggregate<{ _id: ItemStatus; count: number }>([
      { $match: { workspaceId, queueId } },
      { $group: { _id: status, count: { $sum: 1 } } },
    ])
    .toArray();
  const counts = new Map(items.map(({ _id, count }) => [_id, count]));
  const countOf = (one: ItemStatus) => counts.get(one) ?? 0;
  return { open: countOf('open'), leased: countOf('leased'), completed: countOf('completed') };
}

/** For each queue, its completed items and those that a reviewer has still to review. */
export async function countProgress(
  workspaceId: string,
  queueIds: readonly string[],
  reviewer: Reviewer,
): Promise<Map<string, QueueProgress>> {
  const inQueues = { workspaceId, queueId: { $in: [...queueIds] } };
  const [counts, reviewed] = await Promise.all([
    // Both groups read the index only.
    collection()
      .aggregate<{ _id: { queueId: string; isCompleted: boolean }; count: number }>([
        { $match: { ...inQueues, isCompleted: { $in: [false, true] } } },
        { $group: { _id: { queueId: '$queueId', isCompleted: '$isCompleted' }, count: { $sum: 1 } } },
      ])
      .toArray(),
    collection()
      .aggregate<{ _id: string; count: number }>([
        {
          $match: {
            ...inQueues,
            isCompleted: false,
            'completions.reviewer.userId': reviewer.userId,
            completions: { $elemMatch: isOf(reviewer) },
          },
        },
        { $group: { _id: '$queueId', count: { $sum: 1 } } },
      ])
      .toArray(),
  ]);
  const reviewedOf = new Map(reviewed.map(({ _id, count }) => [_id, count]));
  const countOf = (queueId: string, isCompleted: boolean) =>
    counts.find(({ _id }) => _id.queueId === queueId && _id.isCompleted === isCompleted)?.count ?? 0;
  return new Map(
    queueIds.map((id) => [
      id,
      { completed: countOf(id, true), remaining: countOf(id, false) - (reviewedOf.get(id) ?? 0) },
    ]),
  );
}

/** The items of a queue that at least two reviewers have completed, in batches, in no particular order. */
export async function* streamSharedItems(
  { workspaceId, id: queueId }: ReviewQueue,
  limit: TimeLimit,
): AsyncGenerator<Pick<ReviewItem, 'messageId' | 'completions'>[]> {
  const cursor = collection()
    .find({ workspaceId, queueId, 'completions.1': { $exists: true } }, limit.forOperation())
    .batchSize(READ_BATCH_SIZE)
    .project<Pick<ReviewItem, 'messageId' | 'completions'>>({ _id: 0, messageId: 1, completions: 1 });
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/**
 * The messages of the completed items of a queue before its first open one, in batches. Only these are a random sample of
 * a sampling queue: reviewers who complete later items first may have left out the hard ones.
 */
export async function* streamCompletedPrefix(
  workspaceId: string,
  queueId: string,
  limit: TimeLimit,
): AsyncGenerator<string[]> {
  const open = await collection().findOne(
    { workspaceId, queueId, isCompleted: false },
    { sort: { position: 1 }, projection: { position: 1 }, ...limit.forOperation() },
  );
  const before = open === null ? {} : { position: { $lt: open.position } };
  const cursor = collection()
    .find({ workspaceId, queueId, isCompleted: true, ...before }, limit.forOperation())
    .batchSize(READ_BATCH_SIZE)
    .project<{ messageId: string }>({ _id: 0, messageId: 1 });
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(({ messageId }) => messageId);
  } finally {
    await cursor.close();
  }
}

export async function deleteItem(key: ItemKey): Promise<void> {
  await collection().deleteOne(keyFilter(key));
}

function toItem({ _id, ...item }: StoredReviewItem): ReviewItem {
  return { id: _id, ...item };
}
