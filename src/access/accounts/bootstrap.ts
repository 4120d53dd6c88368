import { randomUUID } from 'node:crypto';
import { currentTime } from '../../platform/clock';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { addGivenKey } from '../api-keys/new-api-key';
import { createUser, normalizeEmail } from '../users/create-user';
import { findUserByEmail, hasUsers } from '../users/user.repository';
import { addWorkspace, type WorkspaceHooks } from '../workspaces/add-workspace';
import { defaultOnlineEvaluation } from '../workspaces/workspace.repository';

const KEY_LIFETIME_DAYS = 365;

/** The user and workspace to create in an empty database. */
export interface BootstrapSettings {
  email: string;
  password: string;
  workspace: string;
  apiKey: string | null;
}

/**
 * Makes an empty database usable: creates a user who is admin of a workspace, and the given key as theirs. If
 * users exist, only adds the key, and only to the user it is configured for. Several processes may run it
 * concurrently. Needs the indexes.
 */
export async function bootstrap(
  settings: BootstrapSettings,
  hooks: Pick<WorkspaceHooks, 'onWorkspaceCreated'>,
): Promise<void> {
  if (!(await hasUsers())) await addFirstUser(settings, hooks);
  if (settings.apiKey === null) return;
  const user = await findUserByEmail(normalizeEmail(settings.email));
  if (user === null) return;
  const input = {
    name: 'bootstrap',
    expiresInDays: KEY_LIFETIME_DAYS,
    scope: 'user',
    workspaceId: null,
  } as const;
  await addGivenKey(settings.apiKey, user.id, input);
}

async function addFirstUser(
  settings: BootstrapSettings,
  hooks: Pick<WorkspaceHooks, 'onWorkspaceCreated'>,
): Promise<void> {
  try {
    await inTransaction(async (session) => {
      if (await hasUsers(session)) return;
      const user = await createUser(settings, session);
      const workspace = {
        id: randomUUID(),
        name: settings.workspace,
        retentionDays: null,
        retentionChange: null,
        onlineEvaluation: defaultOnlineEvaluation,
        createdAt: currentTime(),
      };
      await addWorkspace(workspace, user.id, hooks, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // another process has created it
  }
}
