import type { ClientSession } from 'mongoose';
import { messageCollection } from './stored-message.model';

/** The times of a conversation's own messages. */
export async function listMessageTimes(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<Date[]> {
  const messages = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { session, projection: { createdAt: 1 } })
    .toArray();
  return messages.map(({ createdAt }) => createdAt);
}

/** The ids of the own messages of a conversation. */
export async function listMessageIds(workspaceId: string, conversationId: string): Promise<{ id: string }[]> {
  const messages = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { projection: { _id: 1 } })
    .toArray();
  return messages.map(({ _id }) => ({ id: _id }));
}
