import { model, Schema } from 'mongoose';

/** An answer of a judge that a further attempt at the same evaluation would otherwise pay for again, or its lack. */
export interface CachedJudgeReplyDocument {
  /** Hash of the evaluation and the question. */
  _id: string;
  /** Null where the process serves one workspace, and of answers of the version before. */
  workspaceId: string | null;
  /** Null where the calls brought no answer that could be read; what they took is counted by the next attempt. */
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
  { versionKey: false, strict: 'throw', collection: 'kept_judge_answers' },
);
// As long as an idempotency key is remembered, and an item of an experiment is tried.
cachedJudgeReplySchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });

// What is deleted with a workspace.
cachedJudgeReplySchema.index({ workspaceId: 1 });

export const CachedJudgeReplyModel = model('KeptJudgeAnswer', cachedJudgeReplySchema);
