import { conversationCollection } from '../conversations/storage/conversation.model';
import { textOfParts } from '../conversations/storage/prompt-text.repository';
import { messageCollection } from '../conversations/storage/stored-message.model';
import type { TagPair } from '../conversations/storage/tag-pair';
import { listLatestValues } from '../platform/mongo/latest-values';
import type { TimeLimit } from '../platform/mongo/time-limit';

const BATCH_SIZE = 250;
const MAX_OPENING_MESSAGES = 16;
const MAX_CHARS = 8 * 1024;

/**
 * The conversations with a message that the query selects, the one with the latest such message first; at most `max`.
 * `query` is a MongoDB query and must not contain unchecked input.
 */
export function listMatchingConversationIds(
  workspaceId: string,
  query: Record<string, unknown>,
  max: number,
  limit: TimeLimit,
): Promise<string[]> {
  const matching = { $and: [{ workspaceId }, query] };
  return listLatestValues(messageCollection(), 'conversationId', matching, { max, limit });
}

/** What a conversation may share with others of its stratum. */
export interface StratumFacts {
  id: string;
  type: string;
  /** In order of first use. */
  models: string[];
  tags: TagPair[];
}

/**
 * Facts of the conversations of the workspace among `ids`, in no particular order. `models` and `tags`, which may be
 * long, are empty unless strata are made of them.
 */
export async function listStratumFacts(
  workspaceId: string,
  ids: readonly string[],
  field: 'type' | 'model' | 'tag' | null,
  limit: TimeLimit,
): Promise<StratumFacts[]> {
  const projection = {
    type: 1,
    ...(field === 'model' && { models: 1 }),
    ...(field === 'tag' && { tags: 1 }),
  };
  const facts: StratumFacts[] = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const conversations = await conversationCollection()
      .find({ _id: { $in: ids.slice(start, start + BATCH_SIZE) }, workspaceId }, limit.forOperation())
      .project<{ _id: string; type: string; models?: string[]; tags?: TagPair[] }>(projection)
      .toArray();
    for (const { _id, type, models = [], tags = [] } of conversations)
      facts.push({ id: _id, type, models, tags });
  }
  return facts;
}

/** The first messages of a conversation, up to and including the first of the user. */
export interface Opening {
  conversationId: string;
  messages: { role: string; text: string }[];
}

/**
 * Streams the openings of conversations in no particular order. Of at most 16 messages, the first 8,192 characters
 * of each.
 */
export async function* streamOpenings(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
): AsyncGenerator<Opening> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    const openings = await messageCollection()
      .aggregate<{ _id: string; messages: { role: string; text: string }[] }>(
        [
          {
            $match: {
              workspaceId,
              conversationId: { $in: batch },
              sequenceNumber: { $lt: MAX_OPENING_MESSAGES },
              experimentId: null,
            },
          },
          { $sort: { workspaceId: 1, conversationId: 1, sequenceNumber: 1 } },
          { $project: { conversationId: 1, role: 1, text: { $substrCP: [textOfParts, 0, MAX_CHARS] } } },
          { $group: { _id: '$conversationId', messages: { $push: { role: '$role', text: '$text' } } } },
        ],
        limit.forOperation(),
      )
      .toArray();
    for (const { _id, messages } of openings) {
      const end = messages.findIndex(({ role }) => role === 'user');
      yield { conversationId: _id, messages: end === -1 ? messages : messages.slice(0, end + 1) };
    }
  }
}
