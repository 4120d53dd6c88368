import { model, Schema } from 'mongoose';

/** A conversation whose new replies are to be evaluated. */
export interface DueEvaluation {
  /** The conversation's id: however often it is asked for, it is due once. */
  _id: string;
  workspaceId: string;
  /** Of the latest request. Whoever clears the record names it, so that a newer request stays. */
  requestId: string;
  /** From when on the reconciler sees to it that a workflow runs. */
  dueAt: Date;
}

const dueEvaluationSchema = new Schema<DueEvaluation>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    requestId: { type: String, required: true },
    dueAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// What the reconciler looks after, the longest due first.
dueEvaluationSchema.index({ dueAt: 1 });

export const DueEvaluationModel = model('DueEvaluation', dueEvaluationSchema, 'due_evaluations');
