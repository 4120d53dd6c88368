import type { Transcript } from '../transcript/conversation';
import { findConversation } from './conversation.repository';
import { findMessages } from './stored-message.repository';

/** A conversation with its own messages; null when there is none. */
export async function findTranscript(
  workspaceId: string,
  conversationId: string,
): Promise<Transcript | null> {
  const [conversation, messages] = await Promise.all([
    findConversation(workspaceId, conversationId),
    findMessages(workspaceId, conversationId),
  ]);
  return conversation === null ? null : { conversation, messages };
}
