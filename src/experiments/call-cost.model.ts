import { model, Schema } from 'mongoose';

/** What the model calls of one attempt at an item cost, in US cents. Attempts without a call of known price have none. */
export interface CallCost {
  /** Of the attempt, which alone writes it. */
  _id: string;
  workspaceId: string;
  experimentId: string;
  itemId: string;
  executionNumber: number;
  /** Of calls whose usage is known. */
  knownCents: number;
  /** Estimated price of the input of calls that have been begun, and of those whose usage never became known. */
  estimatedCents: number;
}

const callCostSchema = new Schema<CallCost>(
  {
    _id: { type: String },
    workspaceId: { type: String, required: true },
    experimentId: { type: String, required: true },
    itemId: { type: String, required: true },
    executionNumber: { type: Number, required: true },
    knownCents: { type: Number, required: true },
    estimatedCents: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw', collection: 'attempt_costs' },
);
// The cost of an experiment, summed up from the index alone.
callCostSchema.index({ experimentId: 1, knownCents: 1, estimatedCents: 1 });
// The cost of an item in one execution.
callCostSchema.index({ itemId: 1, executionNumber: 1 });

// What is deleted with a workspace.
callCostSchema.index({ workspaceId: 1 });

export const CallCostModel = model('CallCost', callCostSchema);
