import type { Assembled, AssembledMessage, CallMessage } from '../../packages/formats';
import type { NewConversation, NewMessage } from '../conversations/transcript/conversation';
import { promptVersionOf, systemMessages } from '../conversations/transcript/prompt-version';
import { derivedId } from '../platform/derived-id';
import { messageDigest } from './message-digest';
import { digestOfSystem, outlinedDigest } from './outline';

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
    messages: withIds(conversationId, withPromptVersions(messages, tags)),
  };
}

type VersionedMessage = AssembledMessage & { promptVersion: string | null };

/** The system texts of a reply are those that its call received: agents of one trace have several. */
function withPromptVersions(
  messages: readonly AssembledMessage[],
  tags: Readonly<Record<string, string>>,
): VersionedMessage[] {
  const digests = new Map<string, string>();
  const digestOnce = (message: CallMessage) => {
    const digest = digests.get(message.key) ?? digestOfSystem(message);
    digests.set(message.key, digest);
    return digest;
  };
  return messages.map((message) => {
    const { span, generation } = message;
    if (generation === undefined) return { ...message, promptVersion: null };
    const readDigests = () => systemMessages(span.call?.inputs ?? []).map(digestOnce);
    return { ...message, promptVersion: promptVersionOf(span.promptVersion ?? null, tags, readDigests) };
  });
}

function withIds(conversationId: string, messages: readonly VersionedMessage[]): NewMessage[] {
  const occurrences = new Map<string, number>();
  return messages.map(({ source, span: _span, ...message }) => {
    const digest = outlinedDigest(source) ?? messageDigest(message);
    const occurrence = occurrences.get(digest) ?? 0;
    occurrences.set(digest, occurrence + 1);
    return { ...message, id: derivedId(`${conversationId}/${digest}/${occurrence}`, 'message') };
  });
}
