import type { ClientSession } from 'mongoose';
import { conflict } from '../../platform/errors/error-templates';
import { hasRole, type Role } from '../../platform/http/caller';
import { inTransaction } from '../../platform/mongo/connection';
import { lockUser } from '../users/user.repository';
import {
  deleteMembership,
  findMembership,
  insertMembership,
  listAdminIds,
  listMembershipsOfUser,
  type Membership,
} from './membership.repository';
import { requireExistingWorkspace } from './require-existing-workspace';
import { findWorkspace, lockMembers } from './workspace.repository';

/**
 * Runs `work` in a transaction in which a person has at least this role. The transaction conflicts with one
 * that removes or demotes the person, or disables or deletes the account: one of the two sees the other's
 * changes. Returns false without running `work` when the person does not have the role.
 */
export async function asMember(
  workspaceId: string,
  userId: string,
  needed: Role,
  work: (session: ClientSession) => Promise<void>,
): Promise<boolean> {
  return inTransaction(async (session) => {
    await lockMembers(workspaceId, session);
    const membership = await findMembership(workspaceId, userId, session);
    if (membership === null || !hasRole(membership.role, needed)) return false;
    if (!(await lockUser(userId, session))) return false;
    await work(session);
    return true;
  });
}

/**
 * Makes a user a member inside a transaction, which then conflicts with every other change of the members.
 * @throws AppError not_found; conflict when the user is a member already
 */
export async function joinWorkspace(membership: Membership, session: ClientSession): Promise<void> {
  const { workspaceId, userId } = membership;
  await requireExistingWorkspace(workspaceId, session);
  await lockMembers(workspaceId, session);
  if ((await findMembership(workspaceId, userId, session)) !== null) {
    throw conflict('You are already a member of this workspace', { loc: ['body', 'token'] });
  }
  await insertMembership(membership, session);
}

/** Whether a user whose account is enabled is an admin of a workspace; locks the account inside the transaction. */
export async function isAdmin(workspaceId: string, userId: string, session: ClientSession): Promise<boolean> {
  const membership = await findMembership(workspaceId, userId, session);
  return membership?.role === 'admin' && (await lockUser(userId, session));
}

/**
 * Deletes every membership of a user. Returns the workspaces that would have no admin; then the caller must
 * abort.
 */
export async function leaveAllWorkspaces(
  userId: string,
  session: ClientSession,
): Promise<{ id: string; name: string }[]> {
  const abandoned: { id: string; name: string }[] = [];
  for (const { workspaceId, role } of await listMembershipsOfUser(userId, session)) {
    await lockMembers(workspaceId, session);
    if (role === 'admin' && !(await hasOtherAdmin(workspaceId, userId, session))) {
      abandoned.push({ id: workspaceId, name: (await findWorkspace(workspaceId))?.name ?? '' });
    }
    await deleteMembership(workspaceId, userId, session);
  }
  return abandoned;
}

/**
 * Whether another user can still administer a workspace; locks that account, so that it is not disabled
 * concurrently.
 */
export async function hasOtherAdmin(
  workspaceId: string,
  userId: string,
  session: ClientSession,
): Promise<boolean> {
  for (const adminId of await listAdminIds(workspaceId, session))
    if (adminId !== userId && (await lockUser(adminId, session))) return true;
  return false;
}
