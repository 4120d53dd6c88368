import { model, Schema } from 'mongoose';
import { type Experiment, type ExperimentItem, experimentStatuses, itemStatuses } from './experiment';

/** `tally` is JSON text, because its keys are names of tools and parameters, which may hold dots. */
export type StoredExperiment = Omit<Experiment, 'id' | 'tally'> & { _id: string; tally: string | null };
export type StoredItem = Omit<ExperimentItem, 'id'> & { _id: string };

// biome-ignore lint/suspicious/noExplicitAny: mongoose types a path's `type` as any.
const nullable = (type: any) => ({ type, default: null });

const sideSchema = new Schema(
  {
    messageId: nullable(String),
    evaluationId: nullable(String),
    model: nullable(String),
    inputTokens: nullable(Number),
    outputTokens: nullable(Number),
    latencyMs: nullable(Number),
    costUsd: nullable(Number),
    // Mixed rather than an array: null means "not evaluated", an empty array means "clean".
    findings: nullable(Schema.Types.Mixed),
    hasNoVerdict: { type: Boolean, required: true },
  },
  { _id: false, strict: 'throw' },
);

const experimentSchema = new Schema<StoredExperiment>(
  {
    _id: { type: String },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    model: { type: String, required: true },
    isPassThrough: { type: Boolean, required: true },
    evaluatorId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    evaluatorName: { type: String, required: true },
    issueConfig: { type: Schema.Types.Mixed, required: true },
    issueConfigVersion: { type: Number, required: true },
    conversationIds: { type: [String], required: true },
    reasoningConfig: nullable(Schema.Types.Mixed),
    systemPromptOverride: nullable(String),
    outputSchema: nullable(Schema.Types.Mixed),
    concurrency: { type: Number, required: true },
    maxCostCents: nullable(Number),
    status: { type: String, enum: experimentStatuses, required: true },
    creator: {
      type: new Schema(
        {
          userId: nullable(String),
          userName: nullable(String),
          serviceAccountId: nullable(String),
          serviceAccountName: nullable(String),
        },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
    optimizationRunId: nullable(String),
    createdAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    completedAt: nullable(Date),
    costCents: { type: Number, default: 0 },
    tally: nullable(String),
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The list of a workspace, newest first, by keyset.
experimentSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// What the reconciler looks after.
experimentSchema.index({ status: 1, requestedAt: 1 });

export const ExperimentModel = model('Experiment', experimentSchema);

const itemSchema = new Schema<StoredItem>(
  {
    _id: { type: String },
    workspaceId: { type: String, required: true },
    experimentId: { type: String, required: true },
    position: { type: Number, required: true },
    conversationId: { type: String, required: true },
    status: { type: String, enum: itemStatuses, required: true },
    sourcePreview: { type: String, default: '' },
    attempts: { type: Number, required: true },
    transientFailures: { type: Number, required: true },
    error: nullable(Schema.Types.Mixed),
    reply: { type: sideSchema, required: true },
    baseline: nullable(sideSchema),
    evaluationsExpected: { type: Number, required: true },
    evaluationsReceived: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    completedAt: nullable(Date),
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The items of an experiment in the order of its conversations; also open items after a position.
itemSchema.index({ experimentId: 1, position: 1 }, { unique: true });
// The same of those in one status: three that failed of 10,000 are found without reading the others.
itemSchema.index({ experimentId: 1, status: 1, position: 1 });

export const ExperimentItemModel = model('ExperimentItem', itemSchema);
