import { model, Schema } from 'mongoose';
import { deletionStatuses, type WorkspaceDeletion } from './workspace-deletion';

/**
 * `_id` is the id of the workspace: with a field `workspaceId`, the record would be deleted with the content.
 */
export type DeletionDocument = Omit<WorkspaceDeletion, 'workspaceId'> & { _id: string };

const deletionSchema = new Schema<DeletionDocument>(
  {
    _id: { type: String, required: true },
    status: { type: String, enum: deletionStatuses, required: true },
    requestedBy: { type: String, required: true },
    adminIds: { type: [String], required: true },
    deletedCount: { type: Number, required: true },
    totalCount: { type: Number, default: null },
    requestedAt: { type: Date, required: true },
    completedAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// Counts the workspaces that a user has recently deleted.
deletionSchema.index({ requestedBy: 1, requestedAt: 1 });
// The deletions that the reconciler checks, the longest due first.
deletionSchema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $type: 'date' } } });

export const WorkspaceDeletionModel = model('WorkspaceDeletion', deletionSchema, 'workspace_deletions');
