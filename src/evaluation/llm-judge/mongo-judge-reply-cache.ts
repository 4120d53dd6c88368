import { workspaceExists } from '../../access/workspaces/require-existing-workspace';
import { currentTime } from '../../platform/clock';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { isMongoOutage } from '../../platform/mongo/outage';
import { CachedJudgeReplyModel } from './cached-judge-reply.model';
import type { JudgeReplyCache } from './judge-calls';

/**
 * Caches replies of judges in MongoDB for a day. Saving is best effort: an outage must not discard the
 * verdict.
 */
export const mongoJudgeReplyCache: JudgeReplyCache = {
  async find(key) {
    const cachedReply = await CachedJudgeReplyModel.findById(key).lean();
    if (cachedReply === null) return null;
    const { text, inputTokens, costCents, calls, retriedCalls } = cachedReply;
    return { text, usage: { inputTokens, costCents, calls, retriedCalls } };
  },

  async save(key, { text, usage }, workspaceId) {
    try {
      const reply = { workspaceId, text, ...usage, createdAt: currentTime() };
      await inTransaction(async (session) => {
        // The deletion of a workspace waits for transactions that began before it, so no document is
        // orphaned.
        if (workspaceId !== null && !(await workspaceExists(workspaceId, session))) return;
        await CachedJudgeReplyModel.updateOne(
          { _id: key, text: null },
          { $set: reply },
          { upsert: true, session },
        );
      });
    } catch (error) {
      if (isDuplicateKey(error)) return; // the stored reply is preserved
      if (!isMongoOutage(error)) throw error;
    }
  },
};
