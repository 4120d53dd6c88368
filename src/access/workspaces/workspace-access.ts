import { credentialForbidden, notFound, roleInsufficient } from '../../platform/errors/error-templates';
import { type Caller, hasRole, type Role, type WorkspaceAccess } from '../../platform/http/caller';
import { findMembership, listNewestMemberships } from './membership.repository';

/** The role of a workspace-scoped key in its workspace. */
export const WORKSPACE_KEY_ROLE: Role = 'contributor';

/** Null when the caller is not a member, or the workspace does not exist. */
export async function findAccess(caller: Caller, workspaceId: string): Promise<WorkspaceAccess | null> {
  if (caller.kind === 'workspace_key') {
    return caller.workspaceId === workspaceId ? { workspaceId, role: WORKSPACE_KEY_ROLE } : null;
  }
  const membership = await findMembership(workspaceId, caller.userId);
  return membership && { workspaceId, role: membership.role };
}

/** Maximum number of a person's workspaces that lists consider, which bounds their cost. */
const MAX_LISTED_WORKSPACES = 1000;

/** The caller's workspaces: of a person at most 1,000, the most recently joined. */
export async function listAccess(caller: Caller): Promise<WorkspaceAccess[]> {
  if (caller.kind === 'workspace_key') return [{ workspaceId: caller.workspaceId, role: WORKSPACE_KEY_ROLE }];
  return listNewestMemberships(caller.userId, MAX_LISTED_WORKSPACES);
}

/**
 * Access to the workspace in a path. To others, it is indistinguishable from an absent one.
 * @throws AppError not_found, role_insufficient
 */
export async function requireAccess(
  caller: Caller,
  workspaceId: string,
  needed: Role,
): Promise<WorkspaceAccess> {
  const access = await findAccess(caller, workspaceId);
  if (access === null) throw notFound('Workspace', 'id');
  if (!hasRole(access.role, needed)) {
    throw roleInsufficient(needed, access.role);
  }
  return access;
}

/** @throws AppError credential_forbidden for a workspace-scoped key, which does not represent a person */
export function requirePerson(caller: Caller): Exclude<Caller, { kind: 'workspace_key' }> {
  if (caller.kind !== 'workspace_key') return caller;
  throw credentialForbidden('A workspace-scoped key', 'a session or a user-scoped key');
}
