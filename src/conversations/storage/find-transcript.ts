import type { ClientSession } from 'mongoose';
import type { Transcript } from '../transcript/conversation';
import { findContinued, findConversation } from './conversation.repository';
import { findMessages, listOwnMessages } from './stored-message.repository';

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

/** The conversation that detections with an external id continue, as a transaction sees it; null if there is none. */
export async function findContinuedTranscript(
  workspaceId: string,
  externalId: string,
  session: ClientSession,
): Promise<Transcript | null> {
  const conversation = await findContinued(workspaceId, externalId, session);
  if (conversation === null) return null;
  const messages = await listOwnMessages(workspaceId, [conversation.id], session);
  return { conversation, messages: messages.get(conversation.id) ?? [] };
}
