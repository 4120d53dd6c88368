import type { ConversationService } from '../../conversations/conversation.service';
import { groupBy } from '../../platform/group-by';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { CountedReply } from '../compared-item.repository';
import { replyLength } from '../reply-length';
import type { MeasuredPair } from './measured-pair';

export type MessageReader = Pick<ConversationService, 'streamMessageParts'>;

/**
 * Reads the lengths that items stored by earlier versions lack from their messages; those of deleted messages remain
 * unknown.
 */
export async function completeLengths(
  workspaceId: string,
  pairs: readonly MeasuredPair[],
  conversations: MessageReader,
  limit: TimeLimit,
): Promise<void> {
  const sides = pairs.flatMap(({ reply, baseline }) =>
    typeof reply === 'string' || typeof baseline === 'string' ? [] : [...reply, ...baseline],
  );
  const incomplete = groupBy(sides.filter(lacksLength), ({ messageId }) => messageId ?? '');
  const messages = conversations.streamMessageParts(workspaceId, [...incomplete.keys()], limit);
  for await (const { id, parts } of messages) {
    for (const side of incomplete.get(id) ?? []) side.lengthChars = replyLength(parts);
  }
}

function lacksLength({ lengthChars, messageId }: CountedReply): boolean {
  return lengthChars === undefined && messageId !== null;
}
