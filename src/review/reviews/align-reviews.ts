import {
  deleteReviewContentOfMessages,
  setReviewContentExpiry,
} from '../../conversations/storage/review-content';
import {
  findReviewedMessage,
  type ReviewedMessage,
} from '../../conversations/storage/reviewed-message.repository';

/**
 * Call after writing reviews of a message that was read before. Removes them if the message was deleted or replaced in
 * between, and updates their expiry if its retention was changed. False when it is gone.
 */
export async function alignReviews(workspaceId: string, message: ReviewedMessage): Promise<boolean> {
  const current = await findReviewedMessage(workspaceId, message.id);
  if (current === null) {
    await deleteReviewContentOfMessages(workspaceId, [message.id]);
    return false;
  }
  if (current.expireAt?.getTime() !== message.expireAt?.getTime())
    await setReviewContentExpiry(workspaceId, message.conversationId, current.expireAt);
  return true;
}
