import type { NewConversation, NewMessage } from '../conversations/transcript/conversation';
import { derivedId } from '../platform/derived-id';
import type { Assembled, AssembledMessage } from './assembly/assemble';
import { messageDigest } from './message-digest';
import { outlinedDigest } from './outline';

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

function withIds(conversationId: string, messages: AssembledMessage[]): NewMessage[] {
  const occurrences = new Map<string, number>();
  return messages.map(({ source, ...message }) => {
    const digest = outlinedDigest(source) ?? messageDigest(message);
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return { ...message, id: derivedId(`${conversationId}/${digest}/${occurrence}`, 'message') };
  });
}
