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
// What is due, for the reconciler: the workspaces that have any, and in each the longest due first.
dueEvaluationSchema.index({ workspaceId: 1, dueAt: 1, _id: 1 });

export const DueEvaluationModel = model('DueEvaluation', dueEvaluationSchema, 'due_evaluations');
