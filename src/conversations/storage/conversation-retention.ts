import { markChanged } from '../../invalidation/change-marks';
import { inTransaction } from '../../platform/mongo/connection';
import type { RewrittenBatch } from '../../platform/mongo/retention';
import { countConversations, rewriteConversationExpiry } from './conversation.repository';
import { countMessages, rewriteMessageExpiry } from './stored-message.repository';

/** The conversations of a workspace, for a changed retention. */
export const conversationRetention = { count: countConversations, rewrite: rewriteConversationExpiry };

/** Its messages, the replies of experiments included. */
export const messageRetention = { count: countMessages, rewrite: rewriteMessages };

/**
 * A rollup stores the earliest expiry of its messages, so the periods of a batch are marked together with it.
 */
function rewriteMessages(
  workspaceId: string,
  days: number | null,
  after: string | null,
): Promise<RewrittenBatch> {
  return inTransaction(async (session) => {
    const { hours, ...batch } = await rewriteMessageExpiry(workspaceId, days, after, session);
    await markChanged(
      hours.map((createdAt) => ({ workspaceId, createdAt })),
      session,
    );
    return batch;
  });
}
