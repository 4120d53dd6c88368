import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../packages/formats';
import type {
  NewConversation,
  NewMessage,
  StoredMessage,
  Transcript,
} from '../../conversations/transcript/conversation';
import { currentTime } from '../../platform/clock';
import { derivedId } from '../../platform/derived-id';
import { conflict } from '../../platform/errors/error-templates';

/** A conversation with a turn of it. */
export interface ConversationTurn {
  conversation: NewConversation;
  /** The place of the turn's reply, which may be stored already. */
  replyIndex: number;
}

/**
 * The conversation to store when a request sends it up to a reply: what is stored of it as it is, then the
 * messages that are new. Concurrent first turns have the same conversation id, so that one is stored first.
 * @throws AppError conflict if the request has another message in the place of a stored one
 */
export function addTurn(earlier: Transcript | null, received: NewConversation): ConversationTurn {
  const replyIndex = received.messages.length - 1;
  if (earlier === null) {
    const conversationId = derivedId(`${received.workspaceId}/${received.externalId}`, 'detection');
    return { conversation: { ...received, conversationId }, replyIndex };
  }
  const { id, externalId, type, tags, tools, notices, createdAt } = earlier.conversation;
  checkContinuation(earlier, received.messages);
  const newMessages = received.messages.slice(earlier.messages.length);
  const now = currentTime();
  const conversation = {
    workspaceId: received.workspaceId,
    conversationId: id,
    externalId,
    type,
    tags: { ...tags, ...received.tags },
    tools: received.tools?.length ? received.tools : tools,
    // The request repeats the earlier turns.
    notices: received.notices ?? notices ?? null,
    messages: [...earlier.messages, ...newMessages.map((message) => ({ ...message, createdAt: now }))],
    createdAt,
  };
  return { conversation, replyIndex };
}

/**
 * Whether a request sends what is stored of a conversation, so far as both go.
 * @throws AppError conflict if it has another message in the place of a stored one
 */
export function checkContinuation(
  { conversation, messages }: Transcript,
  receivedMessages: readonly NewMessage[],
): void {
  const differing = receivedMessages.findIndex((message, index) => {
    const storedMessage = messages[index];
    return storedMessage !== undefined && !hasSameContent(storedMessage, message);
  });
  if (differing < 0) return;
  throw conflict('The conversation with this external_id has another message here', {
    loc: ['body', 'messages', String(differing)],
    ctx: { conversation_id: conversation.id },
  });
}

/** Clients do not send the reasoning of earlier replies again. */
function hasSameContent(storedMessage: StoredMessage, message: Message): boolean {
  const visibleParts = ({ parts }: Message) => parts.filter(({ type }) => type !== 'reasoning');
  return (
    storedMessage.role === message.role &&
    storedMessage.name === message.name &&
    isDeepStrictEqual(visibleParts(storedMessage), visibleParts(message))
  );
}
