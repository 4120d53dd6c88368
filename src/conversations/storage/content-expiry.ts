import type { ClientSession } from 'mongoose';
import { setEvaluationExpiry } from '../evaluations/evaluation.repository';
import { setFindingExpiry } from '../findings/finding.repository';
import { setReviewContentExpiry } from './review-content';
import { setMessageExpiry } from './stored-message.repository';

/** Sets the expiry of everything that belongs to conversations, replies of experiments too; null: never. */
export async function setContentExpiry(
  workspaceId: string,
  conversationIds: readonly string[],
  expireAt: Date | null,
  session?: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  await setMessageExpiry(workspaceId, conversationIds, expireAt, session);
  await setEvaluationExpiry(workspaceId, conversationIds, expireAt, session);
  await setFindingExpiry(workspaceId, conversationIds, expireAt, session);
  await setReviewContentExpiry(workspaceId, conversationIds, expireAt, session);
}
