import type { FoundPage } from '../../../platform/http/page';
import { newestFirst } from '../../../platform/mongo/keyset';
import { listLatestValues } from '../../../platform/mongo/latest-values';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import type { TimePosition } from '../../../platform/time-position';
import type { Finding } from './finding';
import { type FindingRecord, findingCollection } from './finding.model';
import { toFinding } from './finding.repository';

/** A finding may have a text of megabytes, so few are read at once. */
const READ_BATCH_SIZE = 25;

export interface FindingPageRequest {
  limit: number;
  /** Its `id` is a `reportKey`. */
  after: TimePosition | null;
  timeLimit: TimeLimit;
  /** Of JSON; at least one finding is returned. */
  maxBytes: number;
}

/**
 * The conversations with a current finding that the MongoDB query selects, the one with the latest such finding first; at
 * most `max`.
 */
export function listConversationIdsOfFindings(
  workspaceId: string,
  query: Record<string, unknown>,
  max: number,
  limit: TimeLimit,
): Promise<string[]> {
  const current = { $and: [{ workspaceId, isCurrent: true }, query] };
  return listLatestValues(findingCollection(), 'conversationId', current, { max, limit });
}

/** The next current findings that the MongoDB query selects, newest first, within the limits. */
export async function listCurrentFindings(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, after, timeLimit, maxBytes }: FindingPageRequest,
): Promise<FoundPage<Finding>> {
  const { filter, sort } = newestFirst(after);
  const cursor = findingCollection()
    .find(
      { $and: [{ workspaceId, isCurrent: true }, query, filter] },
      { ...timeLimit.forOperation(), batchSize: READ_BATCH_SIZE },
    )
    .sort(sort)
    .limit(limit + 1);
  const items: Finding[] = [];
  let bytes = 0;
  for await (const record of cursor) {
    const finding = toFinding(record as FindingRecord);
    bytes += Buffer.byteLength(JSON.stringify(finding));
    // What is read beyond a full page only shows that there is more.
    if (items.length === limit || (items.length > 0 && bytes > maxBytes)) return { items, hasMore: true };
    items.push(finding);
  }
  return { items, hasMore: false };
}

/** Conversations whose findings are read in one query. */
const FLAGGED_BATCH_SIZE = 500;

/**
 * By conversation, the ids of its messages with a current finding that the MongoDB query selects. Replies of experiments are
 * left out.
 */
export async function listFlaggedMessages(
  workspaceId: string,
  conversationIds: readonly string[],
  query: Record<string, unknown>,
  limit: TimeLimit,
): Promise<Map<string, string[]>> {
  const flagged = new Map<string, string[]>();
  for (let start = 0; start < conversationIds.length; start += FLAGGED_BATCH_SIZE) {
    const batch = conversationIds.slice(start, start + FLAGGED_BATCH_SIZE);
    const inBatch = { workspaceId, conversationId: { $in: batch }, isCurrent: true, experimentId: null };
    const conversations = await findingCollection()
      .aggregate<{ _id: string; messageIds: string[] }>(
        [
          { $match: { $and: [inBatch, query] } },
          { $group: { _id: '$conversationId', messageIds: { $addToSet: '$messageId' } } },
        ],
        limit.forOperation(),
      )
      .toArray();
    for (const { _id, messageIds } of conversations) flagged.set(_id, messageIds);
  }
  return flagged;
}
