import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime, currentTimeMs } from '../../platform/clock';
import { limitReached, notFound } from '../../platform/errors/error-templates';
import type { Caller, WorkspaceAccess } from '../../platform/http/caller';
import type { Page, PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { disabledAccount } from '../users/disabled-account';
import { lockUser } from '../users/user.repository';
import { addWorkspace, type WorkspaceHooks } from './add-workspace';
import { countAdministered } from './membership.repository';
import { listOwnWorkspaces, type OwnWorkspace } from './own-workspaces';
import {
  changeAnalyticsTags,
  changeRetention,
  countCreatedWorkspaces,
  findWorkspace,
  type OnlineEvaluation,
  updateWorkspace,
} from './workspace.repository';
import { requireAccess, requirePerson } from './workspace-access';
import { countDeletionsOf } from './workspace-deletion.repository';

const DAY_MS = 86_400_000;
const RETRY_LATER_MS = 60_000;

/** Absent or undefined fields stay unchanged. */
export interface WorkspaceChanges {
  name?: string | undefined;
  retentionDays?: number | null | undefined;
  analyticsTags?: readonly string[] | undefined;
  onlineEvaluation?: { [Field in keyof OnlineEvaluation]?: OnlineEvaluation[Field] | undefined };
}

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

export interface WorkspaceDependencies {
  pager: Pager;
  hooks: WorkspaceHooks;
  /** Maximum number of workspaces per user. Default: no limit. */
  maxPerUser?: number;
}

export function createWorkspaceService(dependencies: WorkspaceDependencies) {
  const { pager, hooks } = dependencies;
  return {
    get,
    create: create.bind(null, dependencies),

    /** The caller's workspaces, newest first. @throws AppError cursor_invalid */
    async list(caller: Caller, query: PageQuery): Promise<Page<OwnWorkspace>> {
      const scope = ['workspaces', caller.kind === 'workspace_key' ? caller.workspaceId : caller.userId];
      return pager.list({
        order: byTime,
        scope,
        query,
        find: (after, limit) => listOwnWorkspaces(caller, after, limit),
      });
    },

    /**
     * Updates the given fields.
     * @throws AppError not_found, role_insufficient
     */
    async update(caller: Caller, workspaceId: string, changes: WorkspaceChanges): Promise<OwnWorkspace> {
      const access = await requireAccess(caller, workspaceId, 'admin');
      const {
        name,
        retentionDays,
        analyticsTags,
        onlineEvaluation: { isEnabled, sampleRate } = {},
      } = changes;
      await updateWorkspace(workspaceId, {
        ...(name === undefined ? {} : { name }),
        onlineEvaluation: {
          ...(isEnabled === undefined ? {} : { isEnabled }),
          ...(sampleRate === undefined ? {} : { sampleRate }),
        },
      });
      if (retentionDays !== undefined) {
        await changeRetention(workspaceId, retentionDays, { changeId: randomUUID(), now: currentTime() });
        hooks.applyRetention(workspaceId);
      }
      if (analyticsTags !== undefined) await updateAnalyticsTags(workspaceId, analyticsTags, hooks);
      return read(access);
    },
  };
}

/** @throws AppError not_found also for workspaces that the caller is not a member of */
async function get(caller: Caller, workspaceId: string): Promise<OwnWorkspace> {
  return read(await requireAccess(caller, workspaceId, 'viewer'));
}

/**
 * Creates a workspace whose admin is the caller; the same id again returns the first one.
 * @throws AppError limit_reached when the user has too many; account_disabled
 */
async function create(
  { hooks, maxPerUser = 0 }: WorkspaceDependencies,
  caller: Caller,
  input: { name: string; retentionDays: number | null; onlineEvaluation: OnlineEvaluation },
  id: string,
): Promise<OwnWorkspace> {
  const { userId } = requirePerson(caller);
  const workspace = { id, ...input, retentionChange: null, createdAt: currentTime() };
  try {
    await inTransaction(async (session) => {
      // Conflicts with disabling or deleting the account, which would leave a workspace without an admin.
      if (!(await lockUser(userId, session))) throw disabledAccount([]);
      if ((await findWorkspace(id, session)) !== null) return;
      await admitWorkspace(userId, maxPerUser, session);
      await addWorkspace(workspace, userId, hooks, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return read({ workspaceId: id, role: 'admin' });
}

async function updateAnalyticsTags(
  workspaceId: string,
  keys: readonly string[],
  hooks: WorkspaceHooks,
): Promise<void> {
  await inTransaction(async (session) => {
    const hasChanged = await changeAnalyticsTags(workspaceId, keys, session);
    if (hasChanged) await hooks.onAnalyticsTagsChanged(workspaceId, session);
  });
}

async function read(access: WorkspaceAccess): Promise<OwnWorkspace> {
  const workspace = await findWorkspace(access.workspaceId);
  if (workspace === null) throw notFound('Workspace', 'id');
  return { ...workspace, role: access.role };
}

/**
 * Rejects a workspace beyond a user's limit of `max`; 0: no limit. Counts the workspaces that the user
 * administers or those they have created, whichever are more: making another user the admin frees nothing.
 * Workspaces deleted in the last day count too; otherwise the limits of a workspace could be used up
 * repeatedly. Exact while the transaction holds the user's lock.
 * @throws AppError limit_reached
 */
async function admitWorkspace(userId: string, max: number, session: ClientSession): Promise<void> {
  if (max === 0) return;
  const administered = await countAdministered(userId, session);
  const created = await countCreatedWorkspaces(userId, session);
  const deleted = await countDeletionsOf(userId, new Date(currentTimeMs() - DAY_MS), session);
  const used = Math.max(administered, created) + deleted;
  if (used < max) return;
  throw limitReached('account', { limit: 'workspaces_per_user', used, max }, RETRY_LATER_MS);
}
