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
export function addTurn(earlier: Transcript | null, sent: NewConversation): ConversationTurn {
  const replyIndex = sent.messages.length - 1;
  if (earlier === null) {
    const conversationId = derivedId(`${sent.workspaceId}/${sent.externalId}`, 'detection');
    return { conversation: { ...sent, conversationId }, replyIndex };
  }
  const { id, externalId, type, tags, tools, createdAt } = earlier.conversation;
  checkContinuation(earlier, sent.messages);
  const added = sent.messages.slice(earlier.messages.length);
  const now = currentTime();
  const conversation = {
    workspaceId: sent.workspaceId,
    conversationId: id,
    externalId,
    type,
    tags: { ...tags, ...sent.tags },
    tools: sent.tools?.length ? sent.tools : tools,
    messages: [...earlier.messages, ...added.map((message) => ({ ...message, createdAt: now }))],
    createdAt,
  };
  return { conversation, replyIndex };
}

/**
 * Whether a request sends what is stored of a conversation, so far as both go.
 * @throws AppError conflict if it has another message in the place of a stored one
 */
export function checkContinuation({ conversation, messages }: Transcript, sent: readonly NewMessage[]): void {
  const differing = sent.findIndex((message, index) => {
    const stored = messages[index];
    return stored !== undefined && !saysTheSame(stored, message);
  });
  if (differing < 0) return;
  throw conflict('The conversation with this external_id has another message here', {
    loc: ['body', 'messages', String(differing)],
    ctx: { conversation_id: conversation.id },
  });
}

/** Clients do not send the reasoning of earlier replies again. */
function saysTheSame(stored: StoredMessage, message: Message): boolean {
  const shown = ({ parts }: Message) => parts.filter(({ type }) => type !== 'reasoning');
  return (
    stored.role === message.role &&
    stored.name === message.name &&
    isDeepStrictEqual(shown(stored), shown(message))
  );
}
