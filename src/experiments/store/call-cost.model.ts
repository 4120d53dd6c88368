import { model, Schema } from 'mongoose';

/**
 * The cost of the model calls of one try of an item, in US cents. A try without a call that cost something has
 * none.
 */
export interface CallCost {
  /** The id of the try, which is the only writer. */
  _id: string;
  workspaceId: string;
  experimentId: string;
  itemId: string;
  executionNumber: number;
  /** Cost of calls whose usage is known. */
  knownCents: number;
  /** Estimated input cost of calls in flight, and of calls whose usage never became known. */
  estimatedCents: number;
  /** The part of `knownCents` for usable replies of the model. */
  generationCents: number;
  /** The part of `knownCents` for usable replies of the judge. */
  judgingCents: number;
  /** Calls of unknown price for usable replies of the model, for those of the judge, and all others. */
  unpricedGenerations: number;
  unpricedJudgments: number;
  unpricedWasted: number;
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
    generationCents: { type: Number, required: true },
    judgingCents: { type: Number, required: true },
    unpricedGenerations: { type: Number, default: 0 },
    unpricedJudgments: { type: Number, default: 0 },
    unpricedWasted: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', collection: 'call_costs' },
);
// The cost of an experiment, summed up by a covered query.
callCostSchema.index({
  experimentId: 1,
  knownCents: 1,
  estimatedCents: 1,
  generationCents: 1,
  judgingCents: 1,
  unpricedGenerations: 1,
  unpricedJudgments: 1,
  unpricedWasted: 1,
});
// The cost of an item in one execution.
callCostSchema.index({ itemId: 1, executionNumber: 1 });

// Deletion with the workspace.
callCostSchema.index({ workspaceId: 1 });

export const CallCostModel = model('CallCost', callCostSchema);
