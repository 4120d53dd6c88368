import { model, Schema } from 'mongoose';

const workspaceSchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    retentionDays: { type: Number, default: null },
    // Workspaces from before it could be set have none, and those that set one of the two lack the other.
    onlineEvaluation: { isEnabled: { type: Boolean }, sampleRate: { type: Number, min: 0, max: 1 } },
    // Grows with each change of the members; see lockMembers.
    membersVersion: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The list of a caller's workspaces, newest first.
workspaceSchema.index({ createdAt: -1, _id: -1 });

export const WorkspaceModel = model('Workspace', workspaceSchema, 'workspaces');
