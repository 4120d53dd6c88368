import type { ClientSession } from 'mongoose';
import { markChanged } from '../../invalidation/change-marks';
import { deleteEvaluationsOfConversation } from '../evaluations/evaluation.repository';
import { deleteFindingsOfConversation, deleteFindingsOfReplies } from '../findings/finding.repository';
import type { Conversation } from '../transcript/conversation';
import { setContentExpiry } from './content-expiry';
import { deleteConversation, findConversation } from './conversation.repository';
import { listMessageTimes } from './message-times.repository';
import { deleteRepliesTo } from './reply-message.repository';
import { deleteReviewContentOfConversation } from './review-content';
import { deleteMessages } from './stored-message.repository';

/** Deletes a conversation and everything that belongs to it; false when there is none. */
export async function deleteWithContent(
  workspaceId: string,
  id: string,
  session: ClientSession,
): Promise<boolean> {
  if (!(await deleteConversation(workspaceId, id, session))) return false;
  const times = await listMessageTimes(workspaceId, id, session);
  await markChanged(
    times.map((createdAt) => ({ workspaceId, createdAt })),
    session,
  );
  await deleteMessages(workspaceId, id, session);
  await deleteEvaluationsOfConversation(workspaceId, id, session);
  await deleteFindingsOfConversation(workspaceId, id, session);
  await deleteReviewContentOfConversation(workspaceId, id, session);
  return true;
}

/**
 * Deletes documents that are written to a conversation without checking that it exists: replies of
 * experiments, evaluations and reviews. Its own messages are stored and deleted with it, and a trace may have stored
 * it again concurrently.
 */
export async function deleteOrphans(workspaceId: string, id: string): Promise<void> {
  await deleteRepliesTo(workspaceId, id);
  await deleteEvaluationsOfConversation(workspaceId, id);
  await deleteFindingsOfReplies(workspaceId, id);
  await deleteReviewContentOfConversation(workspaceId, id);
}

/**
 * Call after writing replies or evaluations to a conversation that was read before. Removes them if the
 * conversation was deleted in between, and updates their expiry if its retention was changed. False when it
 * was deleted.
 */
export async function alignWrites({ workspaceId, id, expireAt }: Conversation): Promise<boolean> {
  const current = await findConversation(workspaceId, id);
  if (current === null) {
    await deleteOrphans(workspaceId, id);
    return false;
  }
  if (current.expireAt?.getTime() !== expireAt?.getTime()) {
    await setContentExpiry(workspaceId, [id], current.expireAt);
  }
  return true;
}
