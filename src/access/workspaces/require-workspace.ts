import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error';
import { findWorkspace, type Workspace } from './workspace.repository';

/** Whether a workspace is there as a transaction sees it; like `requireWorkspace` for what may be left out. */
export async function workspaceExists(workspaceId: string, session: ClientSession): Promise<boolean> {
  return (await findWorkspace(workspaceId, session)) !== null;
}

/**
 * The workspace as the transaction sees it that stores something in it. A deletion waits for the transactions that
 * began before it, so nothing is stored in a workspace that has been deleted.
 * @throws AppError not_found
 */
export async function requireWorkspace(workspaceId: string, session: ClientSession): Promise<Workspace> {
  const workspace = await findWorkspace(workspaceId, session);
  if (workspace === null) throw new AppError('not_found', 'The workspace was deleted');
  return workspace;
}
