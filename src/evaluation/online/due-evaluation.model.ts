import { model, Schema } from 'mongoose';

/** A conversation with new replies to evaluate. */
export interface DueEvaluation {
  /** The id of the conversation, so that it has one record however often it is requested. */
  _id: string;
  workspaceId: string;
  /** The latest request. Deleting the record names it, so that a newer request is preserved. */
  requestId: string;
  /** When the reconciler starts a workflow if none is running. */
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
// Due conversations for the reconciler: the workspaces that have any, and in each the oldest first.
dueEvaluationSchema.index({ workspaceId: 1, dueAt: 1, _id: 1 });

export const DueEvaluationModel = model('DueEvaluation', dueEvaluationSchema, 'due_evaluations');
