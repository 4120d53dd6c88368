import { model, Schema } from 'mongoose';
import type { Candidate, OptimizationRun } from './optimization-run';

export type StoredRun = Omit<OptimizationRun, 'id'> & { _id: string };
export type StoredCandidate = Omit<Candidate, 'id'> & { _id: string };

const runSchema = new Schema<StoredRun>(
  {
    _id: { type: String },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    conversationIds: { type: [String], required: true },
    set: { type: String, default: null },
    filter: { type: String, default: null },
    chosenBy: { type: String, required: true },
    model: { type: String, required: true },
    systemPrompt: { type: String, default: null },
    warnings: { type: Schema.Types.Mixed, required: true },
    evaluatorId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    evaluatorName: { type: String, required: true },
    issueConfig: { type: Schema.Types.Mixed, required: true },
    issueConfigVersion: { type: Number, required: true },
    objective: { type: Schema.Types.Mixed, required: true },
    constraints: { type: Schema.Types.Mixed, required: true },
    maxCandidates: { type: Number, required: true },
    maxAttempts: { type: Number, required: true },
    strategy: { type: String, default: null },
    nonRetryableErrorCodes: { type: [String], required: true },
    leaseSeconds: { type: Number, required: true },
    maxCostCents: { type: Number, default: null },
    creator: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    arePromptsErased: { type: Boolean },
    retryCostCents: { type: Number, required: true },
    reservedCents: { type: Number, required: true },
    split: { type: Schema.Types.Mixed, required: true },
    // The state of the workflow as a whole; its types are checked by the workflow code.
    state: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The list of a workspace, newest first, by keyset.
runSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// Runs that can be claimed in a workspace, oldest first.
runSchema.index({ workspaceId: 1, 'state.status': 1, 'state.readyAt': 1, _id: 1 });
// The run of a repeated claim.
runSchema.index({ workspaceId: 1, 'state.lease.claimId': 1 });
// Open runs for the reconciler: the workspaces that have any, and in each the oldest first.
runSchema.index({ 'state.status': 1, workspaceId: 1, createdAt: 1, _id: 1 });

export const OptimizationRunModel = model('OptimizationRun', runSchema);

const candidateSchema = new Schema<StoredCandidate>(
  {
    _id: { type: String },
    runId: { type: String, required: true },
    key: { type: String, required: true },
    systemPrompt: { type: String, default: null },
    model: { type: String, default: null },
    note: { type: String, default: null },
    warnings: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    adoptBy: { type: Date, default: null },
    assessment: { type: Schema.Types.Mixed, default: null },
    holdoutAssessment: { type: Schema.Types.Mixed },
    measuredAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The candidates of a run; their order is in its state.
candidateSchema.index({ runId: 1 });
// Expires proposals that no run has accepted, because the API server crashed in between.
candidateSchema.index({ adoptBy: 1 }, { expireAfterSeconds: 0 });

export const RunCandidateModel = model('RunCandidate', candidateSchema);
