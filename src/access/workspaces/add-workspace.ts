import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { conflict } from '../../platform/errors/error-templates';
import { insertMembership } from './membership.repository';
import { insertWorkspace, type NewWorkspace } from './workspace.repository';
import { findDeletion } from './workspace-deletion.repository';

/** Called when a workspace is created or changed; implemented by other resources. */
export interface WorkspaceHooks {
  /** Adds the initial content of a workspace, inside the transaction that creates it. */
  onWorkspaceCreated(workspaceId: string, session: ClientSession): Promise<void>;
  /** Starts to apply a changed retention to stored documents. Neither fails nor waits for it. */
  applyRetention(workspaceId: string): void;
  /** Starts to count the chosen tags in stored documents, inside the transaction that chooses them. */
  onAnalyticsTagsChanged(workspaceId: string, session: ClientSession): Promise<void>;
}

/**
 * Stores a workspace with its first admin and the initial content of the hook.
 * @throws AppError conflict when the id belonged to a workspace that was deleted
 */
export async function addWorkspace(
  workspace: NewWorkspace,
  adminId: string,
  hooks: Pick<WorkspaceHooks, 'onWorkspaceCreated'>,
  session: ClientSession,
): Promise<void> {
  await rejectDeletedId(workspace.id, session);
  await insertWorkspace(workspace, adminId, session);
  const membership = {
    id: randomUUID(),
    workspaceId: workspace.id,
    userId: adminId,
    role: 'admin',
    createdAt: workspace.createdAt,
  } as const;
  await insertMembership(membership, session);
  await hooks.onWorkspaceCreated(workspace.id, session);
}

async function rejectDeletedId(workspaceId: string, session: ClientSession): Promise<void> {
  if ((await findDeletion(workspaceId, session)) === null) return;
  throw conflict('The workspace was deleted');
}
