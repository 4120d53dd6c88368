import { workspaceExists } from '../../access/workspaces/require-workspace';
import { currentTime } from '../../platform/clock';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { isMongoOutage } from '../../platform/mongo/outage';
import { CachedJudgeReplyModel } from './cached-judge-reply.model';
import type { JudgeReplyCache } from './judge-calls';

/**
 * Answers of judges, kept in MongoDB for a day. To keep one is an economy and no duty: in an outage it is left, for
 * the verdict must not be lost with it.
 */
export const mongoJudgeReplyCache: JudgeReplyCache = {
  async find(key) {
    const found = await CachedJudgeReplyModel.findById(key).lean();
    if (found === null) return null;
    const { text, inputTokens, costCents, calls, retriedCalls } = found;
    return { text, usage: { inputTokens, costCents, calls, retriedCalls } };
  },

  async keep(key, { text, usage }, workspaceId) {
    try {
      const answer = { workspaceId, text, ...usage, createdAt: currentTime() };
      await inTransaction(async (session) => {
        // A deletion waits for the transactions that began before it, so none is left behind by one that is over.
        if (workspaceId !== null && !(await workspaceExists(workspaceId, session))) return;
        await CachedJudgeReplyModel.updateOne(
          { _id: key, text: null },
          { $set: answer },
          { upsert: true, session },
        );
      });
    } catch (error) {
      if (isDuplicateKey(error)) return; // the answer that is there stays
      if (!isMongoOutage(error)) throw error;
    }
  },
};
