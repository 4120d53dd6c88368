import type { ClientSession, mongo } from 'mongoose';

const DAY_MS = 86_400_000;

/** When a document whose life began at `begin` expires; null: never. */
export function expiryOf(begin: Date, days: number | null): Date | null {
  return days === null ? null : new Date(begin.getTime() + days * DAY_MS);
}

/** An update pipeline that sets `expireAt` to `days` after the time in a field; null: to never. */
export function expiryUpdate(days: number | null, begin: 'storedAt' | 'createdAt' = 'storedAt') {
  const expireAt =
    days === null ? null : { $dateAdd: { startDate: `$${begin}`, unit: 'day' as const, amount: days } };
  return [{ $set: { expireAt } }];
}

/** Documents whose expiry is updated in one batch. */
export const REWRITE_BATCH_SIZE = 1000;

/** The result of one batch of rewriting. */
export interface RewrittenBatch {
  /** The position to continue after; null when there are no more documents. */
  after: string | null;
  count: number;
}

/**
 * The documents of a workspace after a conversation id, up to the end of the conversation in which the batch
 * becomes full. The collection needs an index on `workspaceId` and `conversationId`.
 */
export async function findConversationRange(
  collection: mongo.Collection,
  workspaceId: string,
  after: string | null,
  session?: ClientSession,
): Promise<{ filter: { workspaceId: string; conversationId?: object }; last: string | null }> {
  const options = session === undefined ? {} : { session };
  const rest = { workspaceId, ...(after === null ? {} : { conversationId: { $gt: after } }) };
  const [boundary] = await collection
    .find(rest, { ...options, projection: { _id: 0, conversationId: 1 } })
    .sort({ conversationId: 1 })
    .skip(REWRITE_BATCH_SIZE - 1)
    .limit(1)
    .toArray();
  if (boundary === undefined) return { filter: rest, last: null };
  const last: string = boundary.conversationId;
  return {
    filter: { workspaceId, conversationId: { ...(after === null ? {} : { $gt: after }), $lte: last } },
    last,
  };
}

/**
 * The documents of a workspace in a collection, for a changed retention: they expire `days` after the time in a field.
 * The collection needs an index on `workspaceId` and `conversationId`.
 */
export function createConversationRetention(
  getCollection: () => mongo.Collection,
  begin: 'storedAt' | 'createdAt' = 'storedAt',
) {
  return {
    count: (workspaceId: string): Promise<number> => getCollection().countDocuments({ workspaceId }),

    async rewrite(workspaceId: string, days: number | null, after: string | null): Promise<RewrittenBatch> {
      const collection = getCollection();
      const { filter, last } = await findConversationRange(collection, workspaceId, after);
      const { matchedCount } = await collection.updateMany(filter, expiryUpdate(days, begin));
      return { after: last, count: matchedCount };
    },
  };
}
