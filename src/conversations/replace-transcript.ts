import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { deleteEvaluationsOfMessages, setEvaluationExpiry } from '../evaluations/evaluation.service';
import { markChanged } from './change-marks';
import type { StoredMessage, Transcript } from './conversation';
import * as conversations from './conversation.repository';
import * as messages from './stored-message.repository';

/**
 * Stores a transcript in the place of what is stored under its conversation's id, in the caller's transaction.
 * A message that says the same as the stored one of its id keeps its evaluations and verdicts; those of any other
 * go, because they are about another text. What experiments wrote to the conversation stays.
 */
export async function replaceTranscript(
  { conversation, messages: incoming }: Transcript,
  storedAt: Date,
  session: ClientSession,
): Promise<Transcript> {
  const { workspaceId, id, expireAt } = conversation;
  const previous = await conversations.findExpiry(workspaceId, id, session);
  const stored = previous === null ? [] : await messages.listOwnMessages(workspaceId, id, session);
  const storedById = new Map(stored.map((message) => [message.id, message]));
  const saysTheSame = (message: StoredMessage) =>
    isDeepStrictEqual(storedById.get(message.id)?.parts, message.parts);
  const keptIds = new Set(incoming.filter(saysTheSame).map((message) => message.id));
  const incomingIds = new Set(incoming.map((message) => message.id));
  const storedIds = [...storedById.keys()];
  await deleteEvaluationsOfMessages(
    workspaceId,
    storedIds.filter((messageId) => !keptIds.has(messageId)),
    session,
  );
  await messages.deleteMessagesById(
    workspaceId,
    storedIds.filter((messageId) => !incomingIds.has(messageId)),
    session,
  );

  const verdictsOf = (messageId: string) =>
    (keptIds.has(messageId) && storedById.get(messageId)?.verdicts) || [];
  const transcript = {
    conversation,
    messages: incoming.map((message) => ({ ...message, verdicts: verdictsOf(message.id) })),
  };
  await conversations.saveConversation(conversation, storedAt, session);
  await messages.saveMessages(transcript, storedAt, session);
  if (previous !== null && previous.expireAt?.getTime() !== expireAt?.getTime()) {
    await messages.setMessageExpiry(workspaceId, id, expireAt, session);
    await setEvaluationExpiry(workspaceId, id, expireAt, session);
  }
  const changed = [...stored, ...incoming].map(({ createdAt }) => ({ workspaceId, createdAt }));
  await markChanged(changed, session);
  return transcript;
}
