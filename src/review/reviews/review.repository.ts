import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../../../packages/concurrency';
import { driverCollection } from '../../platform/mongo/driver';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Review, ReviewedState, ReviewStanding, ReviewTarget } from './review';
import { ReviewModel, type StoredReview } from './review.model';

function collection() {
  return driverCollection<StoredReview>(ReviewModel);
}

/** @throws the driver's duplicate key error if the number exists, unless a concurrent transaction wrote it */
export async function insertReview(
  { id, ...review }: Review,
  { number, ...standing }: ReviewStanding,
  session: ClientSession,
): Promise<void> {
  await collection().insertOne({ _id: id, ...review, standing }, { session });
}

/** What the reviews of a finding or reply say, from the latest one; null without a review. */
export async function findStanding(
  { workspaceId, messageId, findingId }: ReviewTarget,
  session: ClientSession,
): Promise<ReviewStanding | null> {
  const latest = await collection().findOne(
    { workspaceId, messageId, findingId },
    { session, sort: { number: -1 }, projection: { number: 1, standing: 1 } },
  );
  return latest?.standing == null ? null : { number: latest.number, ...latest.standing };
}

/** Removes what the reviews said from the one that is no longer the latest, so that it is stored once. */
export async function removeStanding(
  { workspaceId, messageId, findingId }: ReviewTarget,
  number: number,
  session: ClientSession,
): Promise<void> {
  if (number === 0) return;
  await collection().updateOne(
    { workspaceId, messageId, findingId, number },
    { $set: { standing: null } },
    { session },
  );
}

/** A review of the workspace; null when there is none. */
export async function findReview(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<Review | null> {
  const review = await collection().findOne({ _id: id, workspaceId }, { session });
  return review === null ? null : toReview(review);
}

/** The state after the latest review; null without a review. */
export async function findReviewedState({
  workspaceId,
  messageId,
  findingId,
}: ReviewTarget): Promise<ReviewedState | null> {
  const latest = await collection().findOne(
    { workspaceId, messageId, findingId },
    { sort: { number: -1 }, projection: { state: 1 } },
  );
  return latest?.state ?? null;
}

/** The next reviews of a finding or reply after a number, oldest first. */
export async function listReviews(
  { workspaceId, messageId, findingId }: ReviewTarget,
  { after, limit }: { after: number; limit: number },
): Promise<Review[]> {
  const reviews = await collection()
    .find({ workspaceId, messageId, findingId, number: { $gt: after } })
    .sort({ number: 1 })
    .limit(limit)
    .toArray();
  return reviews.map(toReview);
}

/** The fields of a review that agreement is measured of. */
export type ComparedReview = Pick<
  Review,
  'messageId' | 'findingId' | 'verdict' | 'span' | 'isAdjudication' | 'reviewer'
>;

const comparedProjection = {
  _id: 0,
  messageId: 1,
  findingId: 1,
  verdict: 1,
  span: 1,
  isAdjudication: 1,
  reviewer: 1,
} as const;

/** All reviews of messages and of their findings; those of one message, and of one finding, are adjacent and oldest first. */
export async function listReviewsOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  limit: TimeLimit,
): Promise<ComparedReview[]> {
  const cursor = collection()
    .find({ workspaceId, messageId: { $in: [...messageIds] } }, limit.forOperation())
    .sort({ messageId: 1, findingId: 1, number: 1 })
    .project<ComparedReview>(comparedProjection);
  return mapInSlices(cursor, (review) => review);
}

function toReview({ _id, standing, ...review }: StoredReview): Review {
  return { id: _id, ...review };
}
