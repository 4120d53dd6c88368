import { createHash } from 'node:crypto';
import type { NewConversation, NewMessage } from '../conversations/conversation';
import { derivedId } from '../derived-id';
import type { Assembled } from './assembly/assemble';

/**
 * An assembled conversation as it is stored. A message's id follows from its conversation, role and parts, and
 * from how many the same came before it, so that it stays the same when the conversation is made anew.
 */
export function toNewConversation(
  workspaceId: string,
  conversationId: string,
  externalId: string,
  { messages, tags, tools }: Assembled,
): NewConversation {
  return {
    conversationId,
    workspaceId,
    externalId,
    type: 'trace',
    tags,
    tools,
    messages: withIds(conversationId, messages),
  };
}

function withIds(conversationId: string, messages: NewMessage[]): NewMessage[] {
  const occurrences = new Map<string, number>();
  return messages.map((message) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([message.role, message.name, message.parts]))
      .digest('base64');
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return { ...message, id: derivedId(`${conversationId}/${digest}/${occurrence}`, 'message') };
  });
}
