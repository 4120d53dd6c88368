import type { Assembled, AssembledMessage } from '../../packages/formats';
import type { NewConversation, NewMessage } from '../conversations/transcript/conversation';
import { derivedId } from '../platform/derived-id';
import { messageDigest } from './message-digest';
import { outlinedDigest } from './outline';

/**
 * Converts an assembled conversation to its stored form. A message's id is computed from its conversation,
 * role and parts, and the number of equal messages before it, so that rebuilding the conversation yields the
 * same ids.
 */
export function toNewConversation(
  workspaceId: string,
  conversationId: string,
  externalId: string,
  { messages, tags, tools, notices }: Pick<Assembled, 'messages' | 'tags' | 'tools' | 'notices'>,
): NewConversation {
  return {
    conversationId,
    workspaceId,
    externalId,
    type: 'trace',
    tags,
    tools,
    notices,
    messages: withIds(conversationId, messages),
  };
}

function withIds(conversationId: string, messages: AssembledMessage[]): NewMessage[] {
  const occurrences = new Map<string, number>();
  return messages.map(({ source, span: _span, ...message }) => {
    const digest = outlinedDigest(source) ?? messageDigest(message);
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return { ...message, id: derivedId(`${conversationId}/${digest}/${occurrence}`, 'message') };
  });
}
