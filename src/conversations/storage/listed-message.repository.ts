import { MAX_PAGE_BYTES } from '../../platform/http/page';
import { newestFirst } from '../../platform/mongo/keyset';
import type { ListedMessage } from '../transcript/conversation';
import type { PageRequest } from './conversation.repository';
import { fittingSizes, listMessageSizes, readSizedMessages } from './sized-message.repository';

/** Lists truncate the texts of longer messages. */
const MAX_LISTED_BYTES = 64 * 1024;

/**
 * The next messages that the MongoDB query selects, newest first; long ones are truncated. Returns fewer when
 * they would not fit into a page.
 */
export async function listMessages(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, after, timeLimit }: PageRequest,
): Promise<{ messages: ListedMessage[]; isCutShort: boolean }> {
  const { filter, sort } = newestFirst(after);
  const sizes = await listMessageSizes(workspaceId, { $and: [query, filter] }, { sort, limit, timeLimit });
  const fitting = fittingSizes(sizes, { maxBytes: MAX_PAGE_BYTES, maxMessageBytes: MAX_LISTED_BYTES });
  const messages = await readSizedMessages(workspaceId, fitting, MAX_LISTED_BYTES, timeLimit, (record) => ({
    conversationType: record.conversationType,
    experimentId: record.experimentId,
  }));
  return { messages, isCutShort: fitting.length < sizes.length };
}
