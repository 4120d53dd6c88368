import type { ClientSession, InferSchemaType } from 'mongoose';
import type { Role } from '../http/caller';
import { newestFirst } from '../mongo/keyset';
import type { TimePosition } from '../time-position';
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
  const found = await MembershipModel.findOne({ workspaceId, userId }).session(session).lean();
  return found && toMembership(found);
}

export async function listMembershipsOfUser(userId: string): Promise<Membership[]> {
  const found = await MembershipModel.find({ userId }).lean();
  return found.map(toMembership);
}

/** The members of a workspace after a position, newest first. */
export async function listMemberships(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
): Promise<Membership[]> {
  const { filter, sort } = newestFirst(after);
  const found = await MembershipModel.find({ workspaceId, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return found.map(toMembership);
}

export async function hasOtherAdmin(
  workspaceId: string,
  userId: string,
  session: ClientSession,
): Promise<boolean> {
  const other = await MembershipModel.exists({ workspaceId, role: 'admin', userId: { $ne: userId } }).session(
    session,
  );
  return other !== null;
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

function toMembership({ _id, workspaceId, userId, role, createdAt }: StoredMembership): Membership {
  return { id: _id, workspaceId, userId, role, createdAt };
}
