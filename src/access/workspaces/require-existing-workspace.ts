import type { ClientSession } from 'mongoose';
import { resourceNotFound } from '../../platform/errors/error-templates';
import { findWorkspace, lockCreations, type Workspace } from './workspace.repository';

/** Whether a workspace exists as a transaction sees it; like `requireExistingWorkspace` for optional writes. */
export async function workspaceExists(workspaceId: string, session: ClientSession): Promise<boolean> {
  return (await findWorkspace(workspaceId, session)) !== null;
}

/**
 * The workspace as seen by the transaction that stores something in it. A deletion waits for the transactions
 * that began before it, so nothing is stored in a deleted workspace.
 * @throws AppError not_found
 */
export async function requireExistingWorkspace(
  workspaceId: string,
  session: ClientSession,
): Promise<Workspace> {
  const workspace = await findWorkspace(workspaceId, session);
  if (workspace === null) throw resourceNotFound('Workspace');
  return workspace;
}

/**
 * Lets transactions of the caller's kind conflict with each other: each counts what the ones before have stored.
 * @throws AppError not_found if the workspace was deleted
 */
export async function requireCreationLock(workspaceId: string, session: ClientSession): Promise<void> {
  if (!(await lockCreations(workspaceId, session))) throw resourceNotFound('Workspace');
}
