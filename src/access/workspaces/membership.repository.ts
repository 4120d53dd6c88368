import type { ClientSession, InferSchemaType } from 'mongoose';
import type { Role } from '../../platform/http/caller';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { MembershipModel } from './membership.model';

export interface Membership {
  id: string;
  workspaceId: string;
  userId: string;
  role: Role;
  createdAt: Date;
}

type StoredMembership = InferSchemaType<typeof MembershipModel.schema> & { _id: string };

/** @throws the driver's duplicate key error when the user is a member already. */
export async function insertMembership(
  { id, ...fields }: Membership,
  session: ClientSession | null = null,
): Promise<void> {
  await MembershipModel.create([{ _id: id, ...fields }], { session });
}

export async function findMembership(
  workspaceId: string,
  userId: string,
  session: ClientSession | null = null,
): Promise<Membership | null> {
  const membership = await MembershipModel.findOne({ workspaceId, userId }).session(session).lean();
  return membership && toMembership(membership);
}

/** Every membership of a user. Scoped by the user. */
export async function listMembershipsOfUser(userId: string, session: ClientSession): Promise<Membership[]> {
  const memberships = await MembershipModel.find({ userId }).session(session).lean();
  return memberships.map(toMembership);
}

/** At most `limit` memberships of a user, newest first. Scoped by the user. */
export async function listNewestMemberships(userId: string, limit: number): Promise<Membership[]> {
  const memberships = await MembershipModel.find({ userId })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean();
  return memberships.map(toMembership);
}

/** The number of workspaces a user administers. Scoped by the user. */
export async function countAdministered(userId: string, session: ClientSession): Promise<number> {
  return MembershipModel.countDocuments({ userId, role: 'admin' }).session(session);
}

/** The members of a workspace after a position, newest first. */
export async function listMemberships(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
): Promise<Membership[]> {
  const { filter, sort } = newestFirst(after);
  const memberships = await MembershipModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return memberships.map(toMembership);
}

export async function updateRole(
  workspaceId: string,
  userId: string,
  role: Role,
  session: ClientSession,
): Promise<void> {
  await MembershipModel.updateOne(
    { workspaceId, userId },
    { $set: { role } },
    { session, runValidators: true },
  );
}

export async function deleteMembership(
  workspaceId: string,
  userId: string,
  session: ClientSession,
): Promise<void> {
  await MembershipModel.deleteOne({ workspaceId, userId }, { session });
}

export async function listAdminIds(workspaceId: string, session: ClientSession): Promise<string[]> {
  const admins = await MembershipModel.find({ workspaceId, role: 'admin' }, { userId: 1 })
    .session(session)
    .lean();
  return admins.map(({ userId }) => userId);
}

/** Deletes every membership of a workspace. */
export async function deleteMemberships(workspaceId: string, session: ClientSession): Promise<void> {
  await MembershipModel.deleteMany({ workspaceId }, { session });
}

function toMembership({ _id, workspaceId, userId, role, createdAt }: StoredMembership): Membership {
  return { id: _id, workspaceId, userId, role, createdAt };
}
