import { newestFirst } from '../mongo/keyset';
import type { ConversationType, StoredMessage } from './conversation';
import type { PageRequest } from './conversation.repository';
import { messageCollection } from './stored-message.model';
import { toStoredMessage } from './stored-message.repository';

/** A message with what a list of many conversations has to tell of it. */
export interface ListedMessage extends StoredMessage {
  conversationType: ConversationType;
  /** Null of a conversation's own messages. */
  experimentId: string | null;
}

/** The next of the messages that `query`, in the language of MongoDB, selects, newest first. */
export async function listMessages(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, after, timeLimit }: PageRequest,
): Promise<ListedMessage[]> {
  const page = newestFirst(after);
  const found = await messageCollection()
    .find({ $and: [{ workspaceId }, query, page.filter] }, timeLimit.forOperation())
    .sort(page.sort)
    .limit(limit)
    .toArray();
  return found.map((record) => ({
    ...toStoredMessage(record),
    conversationType: record.conversationType,
    experimentId: record.experimentId,
  }));
}
