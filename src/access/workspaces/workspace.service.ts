import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { notFound } from '../../platform/errors/app-error';
import type { Caller, Role, WorkspaceAccess } from '../../platform/http/caller';
import type { CursorCodec } from '../../platform/http/cursor';
import { shareReads } from '../../platform/mongo/batcher';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import type { TimePosition } from '../../platform/time-position';
import { disabledAccount } from '../users/disabled-account';
import { lockUser } from '../users/user.service';
import { insertMembership } from './membership.repository';
import { requireWorkspace } from './require-workspace';
import {
  changeRetention,
  defaultOnlineEvaluation,
  findWorkspace,
  insertWorkspace,
  listWorkspacesByIds,
  type OnlineEvaluation,
  updateWorkspace,
  type Workspace,
} from './workspace.repository';
import { listAccess, requireAccess, requirePerson } from './workspace-access';
import { rejectDeletedId } from './workspace-deletion.service';
import { admitWorkspace } from './workspace-quota';

export { defaultOnlineEvaluation, type OnlineEvaluation } from './workspace.repository';

/** Called when a workspace is created or changed; implemented by other resources. */
export interface WorkspaceHooks {
  /** Adds the initial content of a workspace, inside the transaction that creates it. */
  onWorkspaceCreated(workspaceId: string, session: ClientSession): Promise<void>;
  /** Starts to apply a changed retention to stored documents. Neither fails nor waits for it. */
  onRetentionChanged(workspaceId: string): void;
}

export interface OwnWorkspace extends Workspace {
  /** The caller's role. */
  role: Role;
}

/** Absent or undefined fields stay unchanged. */
export interface WorkspaceChanges {
  name?: string | undefined;
  retentionDays?: number | null | undefined;
  onlineEvaluation?: { [Field in keyof OnlineEvaluation]?: OnlineEvaluation[Field] | undefined };
}

export interface WorkspacePage {
  items: OwnWorkspace[];
  nextCursor: string | null;
}

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

/** Stores a workspace with its first admin and the initial content of the hook. */
export async function addWorkspace(
  workspace: Workspace,
  adminId: string,
  hooks: Pick<WorkspaceHooks, 'onWorkspaceCreated'>,
  session: ClientSession,
): Promise<void> {
  await rejectDeletedId(workspace.id, session);
  await insertWorkspace(workspace, session, adminId);
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

export interface WorkspaceDependencies {
  cursors: CursorCodec;
  hooks: WorkspaceHooks;
  /** Maximum number of workspaces per user. Default: no limit. */
  maxPerUser?: number;
}

export function createWorkspaceService({ cursors, hooks, maxPerUser = 0 }: WorkspaceDependencies) {
  async function read(access: WorkspaceAccess): Promise<OwnWorkspace> {
    const workspace = await findWorkspace(access.workspaceId);
    if (workspace === null) throw notFound('Workspace', 'id');
    return { ...workspace, role: access.role };
  }

  return {
    /** @throws AppError not_found also for workspaces that the caller is not a member of */
    async get(caller: Caller, workspaceId: string): Promise<OwnWorkspace> {
      return read(await requireAccess(caller, workspaceId, 'viewer'));
    },

    /** The caller's workspaces, newest first. @throws AppError cursor_invalid */
    async list(caller: Caller, page: { limit: number; cursor: string | null }): Promise<WorkspacePage> {
      const scope = ['workspaces', caller.kind === 'workspace_key' ? caller.workspaceId : caller.userId];
      const after = cursors.decodeTime(scope, page.cursor);
      return cursors.cutPage(scope, await listOwnWorkspaces(caller, after, page.limit + 1), page.limit);
    },

    /**
     * Creates a workspace whose admin is the caller; the same id again returns the first one.
     * @throws AppError limit_reached when the user has too many; account_disabled
     */
    async create(
      caller: Caller,
      input: { name: string; retentionDays: number | null; onlineEvaluation: OnlineEvaluation },
      id: string,
    ): Promise<OwnWorkspace> {
      const { userId } = requirePerson(caller);
      const workspace = { id, ...input, retentionChange: null, createdAt: currentTime() };
      try {
        const isNew = await inTransaction(async (session) => {
          // Conflicts with disabling or deleting the account, which would leave a workspace without an admin.
          if (!(await lockUser(userId, session))) throw disabledAccount([]);
          if ((await findWorkspace(id, session)) !== null) return false;
          await admitWorkspace(userId, maxPerUser, session);
          await addWorkspace(workspace, userId, hooks, session);
          return true;
        });
        if (!isNew) return read({ workspaceId: id, role: 'admin' });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return read({ workspaceId: id, role: 'admin' });
      }
      return { ...workspace, role: 'admin' };
    },

    /**
     * Updates the given fields.
     * @throws AppError not_found, role_insufficient
     */
    async update(caller: Caller, workspaceId: string, changes: WorkspaceChanges): Promise<OwnWorkspace> {
      const access = await requireAccess(caller, workspaceId, 'admin');
      const { name, retentionDays, onlineEvaluation: { isEnabled, sampleRate } = {} } = changes;
      await updateWorkspace(workspaceId, {
        ...(name === undefined ? {} : { name }),
        onlineEvaluation: {
          ...(isEnabled === undefined ? {} : { isEnabled }),
          ...(sampleRate === undefined ? {} : { sampleRate }),
        },
      });
      if (retentionDays !== undefined) {
        await changeRetention(workspaceId, retentionDays, { changeId: randomUUID(), now: currentTime() });
        hooks.onRetentionChanged(workspaceId);
      }
      return read(access);
    },
  };
}

/** Null when there is no such workspace. */
export async function findWorkspaceName(workspaceId: string): Promise<string | null> {
  return (await findWorkspace(workspaceId))?.name ?? null;
}

/**
 * Retention of a workspace's conversations in days; null: unlimited. Read it in the transaction that stores
 * them: a change of the retention waits for the transactions that began before it.
 * @throws AppError not_found
 */
export async function getRetentionDays(workspaceId: string, session: ClientSession): Promise<number | null> {
  return (await requireWorkspace(workspaceId, session)).retentionDays;
}

/**
 * Settings of the background evaluation; disabled for a deleted workspace. Read with every write of a
 * conversation.
 */
export const findOnlineEvaluation = shareReads(async (workspaceId): Promise<OnlineEvaluation> => {
  return (await findWorkspace(workspaceId))?.onlineEvaluation ?? defaultOnlineEvaluation;
});
