import { AppError } from '../../platform/errors/app-error';
import { type Caller, hasRole, type Role, type WorkspaceAccess } from '../../platform/http/caller';
import { findMembership, listNewestMemberships } from './membership.repository';

/** What a workspace-scoped key may do in its workspace. */
export const WORKSPACE_KEY_ROLE: Role = 'contributor';

/** Null when the caller has no part in the workspace, or when there is no such workspace. */
export async function findAccess(caller: Caller, workspaceId: string): Promise<WorkspaceAccess | null> {
  if (caller.kind === 'workspace_key') {
    return caller.workspaceId === workspaceId ? { workspaceId, role: WORKSPACE_KEY_ROLE } : null;
  }
  const membership = await findMembership(workspaceId, caller.userId);
  return membership && { workspaceId, role: membership.role };
}

/** Workspaces of a person that lists look at, so that a list costs no more than this. */
const MAX_LISTED_WORKSPACES = 1000;

/** The workspaces that the caller is in: of a person at most 1,000, those joined last. */
export async function listAccess(caller: Caller): Promise<WorkspaceAccess[]> {
  if (caller.kind === 'workspace_key') return [{ workspaceId: caller.workspaceId, role: WORKSPACE_KEY_ROLE }];
  return listNewestMemberships(caller.userId, MAX_LISTED_WORKSPACES);
}

/**
 * Access to the workspace that a path names. Whoever is not in it cannot tell it from an absent one.
 * @throws AppError not_found, role_insufficient
 */
export async function requireAccess(
  caller: Caller,
  workspaceId: string,
  needed: Role,
): Promise<WorkspaceAccess> {
  const access = await findAccess(caller, workspaceId);
  if (access === null) throw noSuchWorkspace();
  if (!hasRole(access.role, needed)) {
    throw new AppError('role_insufficient', `This needs the role ${needed}; yours is ${access.role}`, {
      ctx: { needed, actual: access.role },
    });
  }
  return access;
}

export function noSuchWorkspace(): AppError {
  return new AppError('not_found', 'No such workspace', { loc: ['path', 'id'] });
}

/** @throws AppError credential_forbidden for a workspace-scoped key, which stands for no person. */
export function requirePerson(caller: Caller): Exclude<Caller, { kind: 'workspace_key' }> {
  if (caller.kind !== 'workspace_key') return caller;
  throw new AppError(
    'credential_forbidden',
    'A workspace-scoped key cannot do this; use a session or a user-scoped key',
  );
}
