import { model, Schema } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver';
import { type Experiment, type ExperimentItem, experimentStatuses, itemStatuses } from './experiment';

/** `tally` is JSON text: the keys of metrics are names of tools and parameters, which may contain dots. */
export type StoredExperiment = Omit<Experiment, 'id' | 'tally'> & { _id: string; tally: string | null };

export type StoredItem = Omit<ExperimentItem, 'id'> & {
  _id: string;
  /** True once the running counters of the experiment include it as ended. */
  isCounted?: boolean | null;
};

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
    lengthChars: nullable(Number),
    schemaErrors: nullable(Schema.Types.Mixed),
    // Mixed instead of an array: null means "not evaluated", an empty array means "no findings".
    findings: nullable(Schema.Types.Mixed),
    hasNoVerdict: { type: Boolean, required: true },
    isNotJudgeable: { type: Boolean, default: false },
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
    rejudgedExperimentId: nullable(String),
    baselineOfExperimentId: nullable(String),
    evaluatorId: { type: String, required: true },
    evaluatorVersion: { type: Number, required: true },
    evaluatorName: { type: String, required: true },
    issueConfig: { type: Schema.Types.Mixed, required: true },
    issueConfigVersion: { type: Number, required: true },
    conversationIds: { type: [String], required: true },
    samplesPerItem: { type: Number, default: 1 },
    set: nullable(String),
    filter: nullable(String),
    chosenBy: { type: String, required: true },
    replayAt: { type: String, required: true },
    conversationsAddedAt: nullable(Date),
    isSourceDecided: { type: Boolean, default: false },
    reasoningConfig: nullable(Schema.Types.Mixed),
    systemPromptOverride: nullable(String),
    warnings: { type: Schema.Types.Mixed, default: [] },
    outputSchema: nullable(Schema.Types.Mixed),
    concurrency: { type: Number, required: true },
    maxCostCents: nullable(Number),
    stopWhen: nullable(Schema.Types.Mixed),
    decision: nullable(Schema.Types.Mixed),
    decidedAt: nullable(Date),
    modelCallsSaved: nullable(Number),
    status: { type: String, enum: experimentStatuses, required: true },
    executionNumber: { type: Number, default: 0 },
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
    isReleasedByRun: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    completedAt: nullable(Date),
    costCents: { type: Number, default: 0 },
    costs: nullable(Schema.Types.Mixed),
    reservedCents: nullable(Number),
    load: nullable(
      new Schema(
        {
          generatingProvider: nullable(String),
          judgingProvider: nullable(String),
          demand: { type: Number, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
    ),
    windowLimit: nullable(String),
    tally: nullable(String),
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The list of a workspace, newest first, by keyset.
experimentSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// Open experiments for the reconciler: the workspaces that have any, and in each the oldest first.
experimentSchema.index({ status: 1, workspaceId: 1, requestedAt: 1, _id: 1 });
// Running experiments that compete for slots, as a covered query: a document may have hundreds of kilobytes.
experimentSchema.index({
  status: 1,
  requestedAt: 1,
  _id: 1,
  workspaceId: 1,
  'load.generatingProvider': 1,
  'load.judgingProvider': 1,
  'load.demand': 1,
  windowLimit: 1,
});

export const ExperimentModel = model('Experiment', experimentSchema);

const itemSchema = new Schema<StoredItem>(
  {
    _id: { type: String },
    workspaceId: { type: String, required: true },
    experimentId: { type: String, required: true },
    position: { type: Number, required: true },
    conversationId: { type: String, required: true },
    sampleIndex: { type: Number, default: 0 },
    status: { type: String, enum: itemStatuses, required: true },
    executionNumber: { type: Number, default: 0 },
    sourcePreview: { type: String, default: '' },
    replayedIndex: nullable(Number),
    rejudgedMessageId: nullable(String),
    attempts: { type: Number, required: true },
    transientFailures: { type: Number, required: true },
    error: nullable(Schema.Types.Mixed),
    queuedReason: nullable(Schema.Types.Mixed),
    reply: { type: sideSchema, required: true },
    baseline: nullable(sideSchema),
    evaluationsExpected: { type: Number, required: true },
    evaluationsReceived: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    completedAt: nullable(Date),
    isCounted: { type: Boolean },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The items of an experiment in the order of its conversations, and open items after a position.
itemSchema.index({ experimentId: 1, position: 1 }, { unique: true });
// The same for one status: finds three failed items of 10,000 without reading the others.
itemSchema.index({ experimentId: 1, status: 1, position: 1 });
// Ended items that the running counters do not include yet.
itemSchema.index({ experimentId: 1, isCounted: 1, status: 1 });

// Deletion with the workspace.
itemSchema.index({ workspaceId: 1 });

export const ExperimentItemModel = model('ExperimentItem', itemSchema);

/** The items without mongoose. */
export function itemCollection() {
  return driverCollection<StoredItem>(ExperimentItemModel);
}
