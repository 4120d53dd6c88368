import { randomUUID } from 'node:crypto';
import { model, Schema } from 'mongoose';

const labelSchema = new Schema(
  {
    name: { type: String, required: true },
    description: { type: String, default: '' },
  },
  { _id: false, strict: 'throw' },
);

/** One document is one version; versions are never changed. */
const issueConfigSchema = new Schema(
  {
    _id: { type: String, default: () => randomUUID() },
    workspaceId: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
    labels: { type: [labelSchema], required: true },
    domainContext: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The latest version of a workspace, read by every detection; unique so that two writers cannot make the same version.
issueConfigSchema.index({ workspaceId: 1, version: -1 }, { unique: true });

export const IssueConfigModel = model('IssueConfig', issueConfigSchema, 'issue_configs');
