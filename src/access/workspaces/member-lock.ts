import type { ClientSession } from 'mongoose';
import { hasRole, type Role } from '../../platform/http/caller';
import { inTransaction } from '../../platform/mongo/connection';
import { lockUser } from '../users/user.service';
import { findMembership } from './membership.repository';
import { lockMembers } from './workspace.repository';

/**
 * Runs `work` in a transaction in which a person has at least this role. The transaction conflicts with one that
 * removes or demotes the person, or disables or deletes the account: one of the two sees what the other did.
 * False, and `work` is not run, when the person has no such role.
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
