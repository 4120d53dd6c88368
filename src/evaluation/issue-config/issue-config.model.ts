import { randomUUID } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { labelKinds } from '../../../packages/detector';

const labelSchema = new Schema(
  {
    name: { type: String, required: true },
    description: { type: String, default: '' },
    // Absent where no kinds were given.
    covers: { type: [{ type: String, enum: labelKinds }], default: undefined },
  },
  { _id: false, strict: 'throw' },
);

/** One document per version. Versions are immutable. */
const issueConfigSchema = new Schema(
  {
    _id: { type: String, default: () => randomUUID() },
    workspaceId: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
    labels: { type: [labelSchema], required: true },
    domainContext: { type: String, default: null },
    createdAt: { type: Date, required: true },
    storedBytes: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The latest version of a workspace, read by every detection. Unique: concurrent writers cannot create the
// same version.
issueConfigSchema.index({ workspaceId: 1, version: -1 }, { unique: true });
// The limit on their number and bytes, without reading them.
issueConfigSchema.index({ workspaceId: 1, storedBytes: 1 });

export const IssueConfigModel = model('IssueConfig', issueConfigSchema, 'issue_configs');
