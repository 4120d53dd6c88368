import type { ClientSession } from 'mongoose';
import {
  deleteItemsOfConversation,
  deleteItemsOfExperiment,
  deleteItemsOfMessages,
  setItemExpiry,
} from '../review-queues/review-item.repository';
import {
  deleteReviewsOfConversation,
  deleteReviewsOfExperiment,
  deleteReviewsOfMessages,
  setReviewExpiry,
} from '../reviews/review.repository';

// What people's reviews store about messages: the reviews, and the items of review queues. It lives as long as they do.

export async function deleteReviewContentOfConversation(
  workspaceId: string,
  conversationId: string,
  session?: ClientSession,
): Promise<void> {
  await deleteReviewsOfConversation(workspaceId, conversationId, session);
  await deleteItemsOfConversation(workspaceId, conversationId, session);
}

export async function deleteReviewContentOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  await deleteReviewsOfMessages(workspaceId, messageIds, session);
  await deleteItemsOfMessages(workspaceId, messageIds, session);
}

/** That of the replies that an experiment wrote. */
export async function deleteReviewContentOfExperiment(
  workspaceId: string,
  experimentId: string,
  session?: ClientSession,
): Promise<void> {
  await deleteReviewsOfExperiment(workspaceId, experimentId, session);
  await deleteItemsOfExperiment(workspaceId, experimentId, session);
}

/** Sets the expiry of that of conversations; null: never. */
export async function setReviewContentExpiry(
  workspaceId: string,
  conversationIds: readonly string[],
  expireAt: Date | null,
  session?: ClientSession,
): Promise<void> {
  await setReviewExpiry(workspaceId, conversationIds, expireAt, session);
  await setItemExpiry(workspaceId, conversationIds, expireAt, session);
}
