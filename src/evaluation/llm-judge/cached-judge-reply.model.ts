import { model, Schema } from 'mongoose';

/**
 * A cached reply of a judge, or the usage of calls without one, so that a retry of the evaluation does not
 * pay again.
 */
export interface CachedJudgeReplyDocument {
  /** Hash of the evaluation key, the model and the prompt. */
  _id: string;
  /** Null if the process serves one workspace. */
  workspaceId: string | null;
  /** Null if no call returned a readable reply; the next try counts the usage. */
  text: string | null;
  inputTokens: number;
  costCents: number | null;
  calls: number;
  retriedCalls: number;
  createdAt: Date;
}

const cachedJudgeReplySchema = new Schema<CachedJudgeReplyDocument>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, default: null },
    text: { type: String, default: null },
    inputTokens: { type: Number, required: true },
    costCents: { type: Number, default: null },
    calls: { type: Number, required: true },
    retriedCalls: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', collection: 'cached_judge_replies' },
);
// As long as idempotency keys are stored and items of an experiment are retried.
cachedJudgeReplySchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });

// Deletion with the workspace.
cachedJudgeReplySchema.index({ workspaceId: 1 });

export const CachedJudgeReplyModel = model('CachedJudgeReply', cachedJudgeReplySchema);
