import type { ClientSession } from 'mongoose';
import type { Conversation, StoredMessage } from '../transcript/conversation';
import { type ConversationRecord, conversationCollection } from './conversation.model';
import { messageCollection } from './stored-message.model';

type Unfilled = Pick<ConversationRecord, '_id' | 'workspaceId' | 'createdAt'>;

/** The conversations that were stored without the times of their messages. */
export function streamUnfilledUnscoped(): AsyncIterable<Unfilled> {
  return conversationCollection()
    .find({ lastMessageAt: { $exists: false } })
    .project<Unfilled>({ workspaceId: 1, createdAt: 1 })
    .batchSize(100); // the server closes cursors that idle for long
}

export async function saveFacts(messages: readonly StoredMessage[], session: ClientSession): Promise<void> {
  if (messages.length === 0) return;
  await messageCollection().bulkWrite(
    messages.map(({ id, toolCalls, toolResults, toolNames }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { toolCalls, toolResults, toolNames } } },
    })),
    { session },
  );
}

export async function saveTimes(
  id: string,
  times: Pick<Conversation, 'firstMessageAt' | 'lastMessageAt'>,
  session: ClientSession,
): Promise<void> {
  await conversationCollection().updateOne({ _id: id }, { $set: times }, { session });
}
