import { model, Schema } from 'mongoose';
import { type RetentionChange, retentionChangeStatuses } from './retention-change';

const retentionChangeSchema = new Schema<RetentionChange>(
  {
    id: { type: String, required: true },
    status: { type: String, enum: retentionChangeStatuses, required: true },
    processedCount: { type: Number, required: true },
    totalCount: { type: Number, default: null },
    requestedAt: { type: Date, required: true },
    completedAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
  },
  { _id: false, id: false, strict: 'throw' },
);

const onlineEvaluationSchema = new Schema(
  {
    isEnabled: { type: Boolean, required: true },
    sampleRate: { type: Number, required: true, min: 0, max: 1 },
  },
  { _id: false, id: false, strict: 'throw' },
);

const workspaceSchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    retentionDays: { type: Number, default: null },
    onlineEvaluation: { type: onlineEvaluationSchema, required: true },
    analyticsTags: { type: [String], default: undefined },
    // Null until the retention is changed for the first time.
    retentionChange: { type: retentionChangeSchema, default: null },
    // Incremented by each change of the members; see lockMembers.
    membersVersion: { type: Number, required: true },
    // Incremented by each creation of what has a limit; see lockCreations.
    creationsVersion: { type: Number, default: 0 },
    // The user who created it, even after they have left.
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The list of a caller's workspaces, newest first.
workspaceSchema.index({ createdAt: -1, _id: -1 });
// Counts the workspaces that a user has created.
workspaceSchema.index({ createdBy: 1 });
// Changes of retention that the reconciler checks, the longest due first.
workspaceSchema.index(
  { 'retentionChange.dueAt': 1 },
  { partialFilterExpression: { 'retentionChange.dueAt': { $type: 'date' } } },
);

export const WorkspaceModel = model('Workspace', workspaceSchema, 'workspaces');
