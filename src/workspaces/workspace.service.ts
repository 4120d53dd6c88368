import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Caller, Role, WorkspaceAccess } from '../http/caller';
import type { CursorCodec } from '../http/cursor';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import { shareReads } from '../mongo/gather';
import type { TimePosition } from '../time-position';
import { insertMembership } from './membership.repository';
import {
  defaultOnlineEvaluation,
  findWorkspace,
  insertWorkspace,
  listWorkspacesByIds,
  type OnlineEvaluation,
  updateWorkspace,
  type Workspace,
} from './workspace.repository';
import { listAccess, noSuchWorkspace, requireAccess, requirePerson } from './workspace-access';

export { defaultOnlineEvaluation, type OnlineEvaluation } from './workspace.repository';

/** What other resources do when a workspace begins or changes. */
export interface WorkspaceHooks {
  /** Adds what every workspace has from the start, inside the transaction that creates it. */
  onWorkspaceCreated(workspaceId: string, session: ClientSession): Promise<void>;
  /** Applies a retention to what is stored already. May be told the same again. */
  onRetentionChanged(workspaceId: string, retentionDays: number | null): Promise<void>;
}

export interface OwnWorkspace extends Workspace {
  /** The caller's. */
  role: Role;
}

/** What is absent or undefined stays. */
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

/** Stores a workspace with its first admin and what the hook adds. */
export async function addWorkspace(
  workspace: Workspace,
  adminId: string,
  hooks: Pick<WorkspaceHooks, 'onWorkspaceCreated'>,
  session: ClientSession,
): Promise<void> {
  await insertWorkspace(workspace, session);
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

export function createWorkspaceService({ cursors, hooks }: { cursors: CursorCodec; hooks: WorkspaceHooks }) {
  async function read(access: WorkspaceAccess): Promise<OwnWorkspace> {
    const workspace = await findWorkspace(access.workspaceId);
    if (workspace === null) throw noSuchWorkspace();
    return { ...workspace, role: access.role };
  }

  return {
    /** @throws AppError not_found also for workspaces that the caller is not in. */
    async get(caller: Caller, workspaceId: string): Promise<OwnWorkspace> {
      return read(await requireAccess(caller, workspaceId, 'viewer'));
    },

    /** The caller's workspaces, newest first. @throws AppError cursor_invalid */
    async list(caller: Caller, page: { limit: number; cursor: string | null }): Promise<WorkspacePage> {
      const scope = ['workspaces', caller.kind === 'workspace_key' ? caller.workspaceId : caller.userId];
      const after = cursors.decodeTime(scope, page.cursor);
      return cursors.cutPage(scope, await listOwnWorkspaces(caller, after, page.limit + 1), page.limit);
    },

    /** Creates a workspace whose admin is the caller; the same id again answers the first one. */
    async create(
      caller: Caller,
      input: { name: string; retentionDays: number | null; onlineEvaluation: OnlineEvaluation },
      id: string,
    ): Promise<OwnWorkspace> {
      const { userId } = requirePerson(caller);
      const workspace = { id, ...input, createdAt: new Date() };
      try {
        await inTransaction((session) => addWorkspace(workspace, userId, hooks, session));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return read({ workspaceId: id, role: 'admin' });
      }
      return { ...workspace, role: 'admin' };
    },

    /** Changes what is given. @throws AppError not_found, role_insufficient */
    async update(caller: Caller, workspaceId: string, changes: WorkspaceChanges): Promise<OwnWorkspace> {
      const access = await requireAccess(caller, workspaceId, 'admin');
      const { name, retentionDays, onlineEvaluation: { isEnabled, sampleRate } = {} } = changes;
      await updateWorkspace(workspaceId, {
        ...(name === undefined ? {} : { name }),
        ...(retentionDays === undefined ? {} : { retentionDays }),
        onlineEvaluation: {
          ...(isEnabled === undefined ? {} : { isEnabled }),
          ...(sampleRate === undefined ? {} : { sampleRate }),
        },
      });
      // Told even when nothing changed, so that repeating a request finishes one that failed halfway.
      if (retentionDays !== undefined) await hooks.onRetentionChanged(workspaceId, retentionDays);
      return read(access);
    },
  };
}

/** Days that a workspace keeps its conversations; null: for ever. Asked for whatever is stored. */
export const findRetentionDays = shareReads(async (workspaceId): Promise<number | null> => {
  return (await findWorkspace(workspaceId))?.retentionDays ?? null;
});

/** Which new replies of a workspace are to be evaluated; of a workspace that is gone none. Asked for whatever is stored. */
export const findOnlineEvaluation = shareReads(async (workspaceId): Promise<OnlineEvaluation> => {
  return (await findWorkspace(workspaceId))?.onlineEvaluation ?? defaultOnlineEvaluation;
});
