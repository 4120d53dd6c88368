import type { ConversationService } from '../../conversations/conversation.service';
import type { StoredMessage, Transcript } from '../../conversations/transcript/conversation';
import { derivedId } from '../../platform/derived-id';
import { resourceNotFound } from '../../platform/errors/error-templates';
import type { ExperimentItem } from '../store/experiment';

/** The reply that an item judges again, if it does, and the conversation that it replied to. */
export interface ReplyContext {
  rejudged: StoredMessage | null;
  transcript: Transcript;
}

/**
 * Finds the reply to judge again: the copy that an earlier try made, or that of the source. Turns that were added
 * to the conversation since are left out of the transcript.
 * @throws AppError not_found if the reply, or the original reply that it is compared with, was deleted
 */
export async function findRejudgedReply(
  { id, workspaceId, baseline, rejudgedMessageId }: ExperimentItem,
  transcript: Transcript,
  conversations: Pick<ConversationService, 'findReply'>,
): Promise<ReplyContext> {
  if (rejudgedMessageId === null) return { rejudged: null, transcript };
  const rejudged =
    (await conversations.findReply(workspaceId, derivedId(id, 'reply'))) ??
    (await conversations.findReply(workspaceId, rejudgedMessageId));
  if (rejudged === null) throw resourceNotFound('Reply to judge again');
  if (baseline === null) return { rejudged, transcript: upTo(transcript, rejudged.sequenceNumber) };
  const original = transcript.messages.findIndex((message) => message.id === baseline.messageId);
  if (original < 0) throw resourceNotFound('Original reply');
  return { rejudged, transcript: upTo(transcript, original + 1) };
}

const upTo = (transcript: Transcript, count: number): Transcript => ({
  ...transcript,
  messages: transcript.messages.slice(0, count),
});
