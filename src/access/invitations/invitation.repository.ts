import type { ClientSession, InferSchemaType } from 'mongoose';
import type { Role } from '../../platform/http/caller';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { InvitationModel } from './invitation.model';

export interface Invitation {
  id: string;
  workspaceId: string;
  /** As the admin typed it; a label. */
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  acceptedAt: Date | null;
  acceptedBy: string | null;
}

type StoredInvitation = InferSchemaType<typeof InvitationModel.schema> & { _id: string };

const isPending = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { $gt: now } });

/** Stores an invitation under its id; saving again replaces its token. */
export async function saveInvitation(
  { id, ...fields }: Invitation,
  tokenHash: string,
  session: ClientSession,
): Promise<void> {
  await InvitationModel.updateOne(
    { _id: id },
    { $set: { ...fields, tokenHash } },
    { upsert: true, runValidators: true, session },
  );
}

export async function findInvitation(workspaceId: string, id: string): Promise<Invitation | null> {
  const invitation = await InvitationModel.findOne({ _id: id, workspaceId }).lean();
  return invitation && toInvitation(invitation);
}

/** Scoped by the secret of the invitation. */
export async function findInvitationByToken(tokenHash: string): Promise<Invitation | null> {
  const invitation = await InvitationModel.findOne({ tokenHash }).lean();
  return invitation && toInvitation(invitation);
}

export async function countPendingInvitations(
  workspaceId: string,
  now: Date,
  session: ClientSession,
): Promise<number> {
  return InvitationModel.countDocuments({ workspaceId, ...isPending(now) }).session(session);
}

/** The pending invitations of a workspace after a position, newest first. */
export async function listPendingInvitations(
  workspaceId: string,
  now: Date,
  after: TimePosition | null,
  limit: number,
): Promise<Invitation[]> {
  const { filter, sort } = newestFirst(after);
  const invitations = await InvitationModel.find({ workspaceId, ...isPending(now), ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return invitations.map(toInvitation);
}

/** Marks a pending invitation as accepted. False when it is not pending. */
export async function claimInvitation(
  id: string,
  acceptedBy: string,
  now: Date,
  session: ClientSession,
): Promise<boolean> {
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id: id, ...isPending(now) },
    { $set: { acceptedAt: now, acceptedBy } },
    { session },
  );
  return modifiedCount === 1;
}

/** Revokes a pending invitation. False when it is not pending. */
export async function revokePendingInvitation(id: string, now: Date): Promise<boolean> {
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id: id, ...isPending(now) },
    { $set: { revokedAt: now } },
  );
  return modifiedCount === 1;
}

/** Revokes a person's pending invitations to a workspace. */
export async function revokeInvitationsFrom(
  workspaceId: string,
  invitedBy: string,
  now: Date,
  session: ClientSession,
): Promise<void> {
  await InvitationModel.updateMany(
    { workspaceId, invitedBy, ...isPending(now) },
    { $set: { revokedAt: now } },
    { session },
  );
}

/** Revokes a person's pending invitations to all workspaces. */
export async function revokeAllInvitationsFrom(
  invitedBy: string,
  now: Date,
  session: ClientSession,
): Promise<void> {
  await InvitationModel.updateMany(
    { invitedBy, ...isPending(now) },
    { $set: { revokedAt: now } },
    { session },
  );
}

function toInvitation(stored: StoredInvitation): Invitation {
  return {
    id: stored._id,
    workspaceId: stored.workspaceId,
    email: stored.email,
    role: stored.role,
    invitedBy: stored.invitedBy,
    createdAt: stored.createdAt,
    expiresAt: stored.expiresAt,
    revokedAt: stored.revokedAt ?? null,
    acceptedAt: stored.acceptedAt ?? null,
    acceptedBy: stored.acceptedBy ?? null,
  };
}
