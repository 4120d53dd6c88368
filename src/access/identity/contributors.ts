import { hasRole } from '../../platform/http/caller';
import { findApiKey } from '../api-keys/api-key.repository';
import { findUser } from '../users/user.repository';
import { findMembership } from '../workspaces/membership.repository';

/** A user, or a workspace-scoped key; the other one is null. */
export interface Actor {
  userId: string | null;
  serviceAccountId: string | null;
}

/**
 * Whether a user is still a contributor of a workspace, with an account that is not disabled; of a key, whether it was
 * neither revoked nor suspended. A key that has expired counts: its end was planned, not a loss of rights.
 */
export async function isContributor(workspaceId: string, actor: Actor): Promise<boolean> {
  const { userId, serviceAccountId } = actor;
  if (serviceAccountId !== null) {
    const key = await findApiKey(serviceAccountId);
    return key !== null && key.workspaceId === workspaceId && key.revokedAt === null && !key.isSuspended;
  }
  if (userId === null) return false;
  const membership = await findMembership(workspaceId, userId);
  if (membership === null || !hasRole(membership.role, 'contributor')) return false;
  const user = await findUser(userId);
  return user !== null && user.disabledAt === null;
}
