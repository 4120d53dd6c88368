import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { ValidationError } from '../../platform/errors/app-error';
import { notFound } from '../../platform/errors/error-templates';
import type { Caller } from '../../platform/http/caller';
import { inTransaction } from '../../platform/mongo/connection';
import { deleteMemberships, listAdminIds } from './membership.repository';
import { removeWorkspace } from './workspace.repository';
import { findAccess, requireAccess, requirePerson } from './workspace-access';
import type { WorkspaceDeletion } from './workspace-deletion';
import { findDeletion, insertDeletion } from './workspace-deletion.repository';

export interface DeletionDependencies {
  /** Deletes the keys of the workspace, in the transaction that removes it. */
  deleteKeys(workspaceId: string, session: ClientSession): Promise<void>;
  /** Starts to delete the content of the workspace. Neither fails nor waits for it. */
  startDeletion(workspaceId: string): void;
}

export type WorkspaceDeletionService = ReturnType<typeof createWorkspaceDeletionService>;

/** Deletes workspaces: immediately for their users, and their content in the background. */
export function createWorkspaceDeletionService({ deleteKeys, startDeletion }: DeletionDependencies) {
  return {
    /**
     * Removes a workspace with its members and keys; `confirmedName` must be its name. Repeated by one of its
     * admins, it returns the progress of the deletion.
     * @throws AppError not_found, role_insufficient, credential_forbidden; ValidationError for another name
     */
    async request(caller: Caller, workspaceId: string, confirmedName: string): Promise<WorkspaceDeletion> {
      const { userId } = requirePerson(caller);
      if ((await findAccess(caller, workspaceId)) === null) return getDeletion(caller, workspaceId);
      await requireAccess(caller, workspaceId, 'admin');
      await inTransaction(async (session) => {
        const workspace = await removeWorkspace(workspaceId, session);
        if (workspace === null) return; // another admin has deleted it
        if (workspace.name !== confirmedName) throw nameMismatch(confirmedName);
        const now = currentTime();
        const adminIds = await listAdminIds(workspaceId, session);
        await insertDeletion(createDeletion(workspaceId, userId, adminIds, now), session);
        await deleteMemberships(workspaceId, session);
        await deleteKeys(workspaceId, session);
      });
      startDeletion(workspaceId);
      return getDeletion(caller, workspaceId);
    },

    /**
     * The progress of a deletion, for those who were admins.
     * @throws AppError not_found, credential_forbidden
     */
    get: getDeletion,
  };
}

async function getDeletion(caller: Caller, workspaceId: string): Promise<WorkspaceDeletion> {
  const { userId } = requirePerson(caller);
  const deletion = await findDeletion(workspaceId);
  if (deletion === null || !deletion.adminIds.includes(userId)) throw notFound('Workspace', 'id');
  return deletion;
}

function createDeletion(
  workspaceId: string,
  requestedBy: string,
  adminIds: string[],
  now: Date,
): WorkspaceDeletion {
  return {
    workspaceId,
    status: 'pending',
    requestedBy,
    adminIds,
    deletedCount: 0,
    totalCount: null,
    requestedAt: now,
    completedAt: null,
    dueAt: now,
  };
}

function nameMismatch(input: string): ValidationError {
  const msg = 'Value error, not the name of the workspace';
  return new ValidationError([{ loc: ['query', 'confirm'], msg, type: 'value_error', input }]);
}
