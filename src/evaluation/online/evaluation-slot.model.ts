import { model, Schema } from 'mongoose';

/** When a slot of a workspace looks for due evaluations. There is none if nothing is due. */
export interface StoredEvaluationSlot {
  /** `<workspace id>/<slot>` */
  _id: string;
  workspaceId: string;
  /** In the past, and renewed, while the slot evaluates. */
  looksAt: Date;
}

const evaluationSlotSchema = new Schema<StoredEvaluationSlot>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    looksAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The slots of a workspace that is deleted.
evaluationSlotSchema.index({ workspaceId: 1 });

export const EvaluationSlotModel = model('EvaluationSlot', evaluationSlotSchema, 'evaluation_slots');
