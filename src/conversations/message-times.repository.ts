import type { ClientSession } from 'mongoose';
import { messageCollection, StoredMessageModel } from './stored-message.model';

/** When the own messages of a conversation were written. */
export async function listMessageTimes(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<Date[]> {
  const found = await messageCollection()
    .find({ workspaceId, conversationId, experimentId: null }, { session, projection: { createdAt: 1 } })
    .toArray();
  return found.map(({ createdAt }) => createdAt);
}

/** The start of every hour in which a message of the workspace lies. */
export async function listMessageHours(workspaceId: string): Promise<Date[]> {
  const hour = { $dateTrunc: { date: '$createdAt', unit: 'hour' as const } };
  const found = await StoredMessageModel.aggregate<{ _id: Date }>([
    { $match: { workspaceId } },
    { $group: { _id: hour } },
  ]);
  return found.map(({ _id }) => _id);
}
