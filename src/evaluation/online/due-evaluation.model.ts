import { model, Schema } from 'mongoose';
import type { EvaluationAttempts } from './evaluation-attempts';

/** A conversation with replies to evaluate, or a backfill whose conversations are to be listed. */
export interface DueEvaluation {
  /**
   * For new replies the id of the conversation, so that it has one record however often it is requested. Of a backfill
   * `<backfill id>/<conversation id>`, or its own id while its conversations are listed.
   */
  _id: string;
  workspaceId: string;
  /** Null: the conversations of the backfill are to be listed. */
  conversationId: string | null;
  /** Null for new replies. */
  backfillId: string | null;
  /** New replies come first. */
  isBackfill: boolean;
  /** The latest request. Deleting the record names it, so that a newer request is preserved. */
  requestId: string;
  /** The first request since the conversation was evaluated. */
  requestedAt: Date;
  dueAt: Date;
  /** The slot that evaluates it; null: none. It stays after a crash, and the next try of the slot continues with it. */
  slot: number | null;
  /** Null before the first round. */
  attempts: EvaluationAttempts | null;
}

const dueEvaluationSchema = new Schema<DueEvaluation>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    conversationId: { type: String, default: null },
    backfillId: { type: String, default: null },
    isBackfill: { type: Boolean, required: true },
    requestId: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    slot: { type: Number, default: null },
    attempts: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// What a slot has, and what none has, new replies and the earliest first; the workspaces and slots that have any.
dueEvaluationSchema.index({ workspaceId: 1, slot: 1, isBackfill: 1, dueAt: 1, _id: 1 });
// What a backfill has left: its conversations, and the record that lists them.
dueEvaluationSchema.index({ workspaceId: 1, backfillId: 1, conversationId: 1 });

export const DueEvaluationModel = model('DueEvaluation', dueEvaluationSchema, 'due_evaluations');
