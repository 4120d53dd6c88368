import type { Caller, Role } from '../../platform/http/caller';
import type { TimePosition } from '../../platform/time-position';
import { listWorkspacesByIds, type Workspace } from './workspace.repository';
import { listAccess } from './workspace-access';

export interface OwnWorkspace extends Workspace {
  /** The caller's role. */
  role: Role;
}

/** The caller's workspaces after a position, newest first; without `limit` all of them. */
export async function listOwnWorkspaces(
  caller: Caller,
  after: TimePosition | null = null,
  limit = 0,
): Promise<OwnWorkspace[]> {
  const access = await listAccess(caller);
  const roleOf = new Map(access.map(({ workspaceId, role }) => [workspaceId, role]));
  const workspaces = await listWorkspacesByIds([...roleOf.keys()], after, limit);
  return workspaces.map((workspace) => ({ ...workspace, role: roleOf.get(workspace.id) ?? 'viewer' }));
}
