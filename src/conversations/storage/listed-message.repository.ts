import { type FoundPage, MAX_PAGE_BYTES, withinPageBytes } from '../../platform/http/page';
import { newestFirst } from '../../platform/mongo/keyset';
import type { ListedMessage } from '../transcript/conversation';
import type { PageRequest } from './conversation.repository';
import { listMessageSizes, readSizedMessages, selectWithinBytes } from './sized-message.repository';

/** Lists truncate the texts of longer messages. */
const MAX_LISTED_BYTES = 64 * 1024;

/**
 * The next messages that the MongoDB query selects, newest first; long ones are truncated. Returns fewer than
 * `limit` when they would not fit into a page.
 */
export async function listMessages(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, after, timeLimit }: PageRequest,
): Promise<FoundPage<ListedMessage>> {
  const { filter, sort } = newestFirst(after);
  const sizes = await listMessageSizes(
    workspaceId,
    { $and: [query, filter] },
    { sort, limit: limit + 1, timeLimit },
  );
  const max = { maxBytes: MAX_PAGE_BYTES, maxMessageBytes: MAX_LISTED_BYTES };
  const fitting = selectWithinBytes(sizes.slice(0, limit), max);
  const messages = await readSizedMessages(workspaceId, fitting, MAX_LISTED_BYTES, timeLimit, (record) => ({
    conversationType: record.conversationType,
    experimentId: record.experimentId,
  }));
  const items = withinPageBytes(messages);
  return { items, hasMore: items.length < sizes.length };
}
