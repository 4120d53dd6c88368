import { model, Schema } from 'mongoose';
import { roles } from '../../platform/http/caller';

const DAY_SECONDS = 86_400;

const invitationSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    // As the admin typed it, to distinguish invitations; never used to find an account.
    email: { type: String, required: true },
    role: { type: String, enum: roles, required: true },
    tokenHash: { type: String, required: true },
    invitedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: { type: Date, default: null },
    acceptedAt: { type: Date, default: null },
    acceptedBy: { type: String, default: null },
  },
  { versionKey: false, strict: 'throw' },
);
// Acceptance; prevents duplicate tokens.
invitationSchema.index({ tokenHash: 1 }, { unique: true });
// The list of pending invitations, newest first, and revoking those of a member.
invitationSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// Revoking the invitations of a deleted account.
invitationSchema.index({ invitedBy: 1 });
// For 30 days the response can explain why a late link does not work.
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 30 * DAY_SECONDS });

export const InvitationModel = model('Invitation', invitationSchema, 'invitations');
