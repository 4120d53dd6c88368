import { model, Schema } from 'mongoose';
import { roles } from '../../platform/http/caller';

const membershipSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    userId: { type: String, required: true },
    role: { type: String, enum: roles, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Authorization of each request; one membership per person and workspace.
membershipSchema.index({ workspaceId: 1, userId: 1 }, { unique: true });
// The workspaces of a person, newest first.
membershipSchema.index({ userId: 1, createdAt: -1, _id: -1 });
// The list of members, newest first.
membershipSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });

export const MembershipModel = model('Membership', membershipSchema, 'memberships');
