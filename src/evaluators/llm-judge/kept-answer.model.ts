import { model, Schema } from 'mongoose';

/** An answer of a judge that a further attempt at the same evaluation would otherwise pay for again. */
export interface KeptAnswerDocument {
  /** Hash of the evaluation and the question. */
  _id: string;
  text: string;
  inputTokens: number;
  costCents: number | null;
  calls: number;
  retriedCalls: number;
  createdAt: Date;
}

const keptAnswerSchema = new Schema<KeptAnswerDocument>(
  {
    _id: { type: String, required: true },
    text: { type: String, required: true },
    inputTokens: { type: Number, required: true },
    costCents: { type: Number, default: null },
    calls: { type: Number, required: true },
    retriedCalls: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', collection: 'kept_judge_answers' },
);
// As long as an idempotency key is remembered, and an item of an experiment is tried.
keptAnswerSchema.index({ createdAt: 1 }, { expireAfterSeconds: 24 * 60 * 60 });

export const KeptAnswerModel = model('KeptJudgeAnswer', keptAnswerSchema);
