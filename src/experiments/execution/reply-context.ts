import type { ConversationService } from '../../conversations/conversation.service';
import type { StoredMessage, Transcript } from '../../conversations/transcript/conversation';
import { derivedId } from '../../platform/derived-id';
import { resourceNotFound, valueError } from '../../platform/errors/error-templates';
import type { Experiment, ExperimentItem } from '../store/experiment';

/** The conversation up to the reply that an item replays, and the reply that it judges again, if it does. */
export interface ReplyContext {
  rejudged: StoredMessage | null;
  transcript: Transcript;
}

/**
 * Finds the reply to judge again: the copy that an earlier try made, or that of the source. The transcript ends with the
 * original reply, so that turns that were added to the conversation since change neither prompt nor pair.
 * @throws AppError not_found if the reply to judge again, or an original reply that is needed, was deleted; value_error
 * without a flagged reply to replay
 */
export async function findReplyContext(
  item: ExperimentItem,
  transcript: Transcript,
  { replayAt }: Pick<Experiment, 'replayAt'>,
  conversations: Pick<ConversationService, 'findReply'>,
): Promise<ReplyContext> {
  const { id, workspaceId, baseline, rejudgedMessageId } = item;
  if (rejudgedMessageId === null) {
    return { rejudged: null, transcript: upToOriginal(item, transcript, replayAt === 'flagged_reply') };
  }
  const rejudged =
    (await conversations.findReply(workspaceId, derivedId(id, 'reply'))) ??
    (await conversations.findReply(workspaceId, rejudgedMessageId));
  if (rejudged === null) throw resourceNotFound('Reply to judge again');
  if (baseline === null) return { rejudged, transcript: upTo(transcript, rejudged.sequenceNumber) };
  return { rejudged, transcript: upToOriginal(item, transcript, true) };
}

/** All of the conversation if the original reply is not needed and was deleted. */
function upToOriginal(
  { conversationId, baseline }: ExperimentItem,
  transcript: Transcript,
  isNeeded: boolean,
): Transcript {
  const upToReply = upToMessage(transcript, baseline?.messageId);
  if (upToReply !== null) return upToReply;
  if (!isNeeded) return transcript;
  if (baseline !== null) throw resourceNotFound('Original reply');
  throw valueError(`conversation ${conversationId} had no flagged reply when the item was created`, {});
}

/** The transcript up to and including a message; null if it has none with the id. */
export function upToMessage(transcript: Transcript, messageId: string | null | undefined): Transcript | null {
  const index = transcript.messages.findIndex(({ id }) => id === messageId);
  return index < 0 ? null : upTo(transcript, index + 1);
}

const upTo = (transcript: Transcript, count: number): Transcript => ({
  ...transcript,
  messages: transcript.messages.slice(0, count),
});
