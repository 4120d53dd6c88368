import type { ClientSession } from 'mongoose';
import { markChanged } from '../changed-periods/change-marks';
import { deleteContent, deleteOrphans, setContentExpiry } from '../content/conversation-content';
import type { Conversation } from '../transcript/conversation';
import { deleteConversation, findConversation } from './conversation.repository';
import { removeFromCounts } from './conversation-count.repository';
import { listMessageTimes } from './message-times.repository';

/** Deletes a conversation and what hangs on it; false when there is none. */
export async function deleteWithContent(
  workspaceId: string,
  id: string,
  options: { withSources: boolean },
  session: ClientSession,
): Promise<boolean> {
  const storedAt = await deleteConversation(workspaceId, id, session);
  if (storedAt === null) return false;
  await removeFromCounts(workspaceId, [storedAt], session);
  const times = await listMessageTimes(workspaceId, id, session);
  await markChanged(
    times.map((createdAt) => ({ workspaceId, createdAt })),
    session,
  );
  await deleteContent(workspaceId, id, options, session);
  return true;
}

/**
 * Call after writing replies or evaluations to a conversation that was read before. Removes them if the
 * conversation was deleted in between, and updates their expiry if its retention was changed. False when it
 * was deleted.
 */
export async function reconcileAfterWrite({ workspaceId, id, expireAt }: Conversation): Promise<boolean> {
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
