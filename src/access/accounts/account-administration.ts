import { currentTime } from '../../platform/clock';
import { inTransaction } from '../../platform/mongo/connection';
import { resumeKeysOf, suspendKeysOf } from '../api-keys/creator-keys';
import { deleteSessionsOf } from '../sessions/session.repository';
import { normalizeEmail } from '../users/create-user';
import { hashPassword } from '../users/password';
import {
  disableUser,
  enableUser,
  findUserByEmail,
  listUsers,
  setPassword,
  type User,
} from '../users/user.repository';
import { listOwnWorkspaces, type OwnWorkspace } from '../workspaces/own-workspaces';
import { removeAccount } from './account-removal';

/** @throws Error when no account has this address */
export async function getAccount(email: string): Promise<User> {
  const user = await findUserByEmail(normalizeEmail(email));
  if (user === null) throw new Error(`No account with the address ${email}`);
  return user;
}

const PAGE_SIZE = 200;

/** Every account with its workspaces, ordered by address. */
export async function* listAccounts(): AsyncGenerator<{ user: User; workspaces: OwnWorkspace[] }> {
  for (let after = ''; ; ) {
    const users = await listUsers(after, PAGE_SIZE);
    for (const user of users) {
      const caller = { kind: 'session', userId: user.id, userName: user.name } as const;
      yield { user, workspaces: await listOwnWorkspaces(caller) };
    }
    const last = users.at(-1);
    if (last === undefined) return;
    after = last.email;
  }
}

/** Replaces a forgotten password and ends every session. @throws Error when no account has this address */
export async function resetPassword(email: string, password: string): Promise<void> {
  const { id } = await getAccount(email);
  await setPassword(id, await hashPassword(password));
  await deleteSessionsOf(id);
}

/**
 * Ends the sessions of an account and disables its keys, workspace-scoped ones too; memberships remain.
 * Disabling again does nothing.
 * @throws Error when no account has this address
 */
export async function disableAccount(email: string): Promise<void> {
  const { id } = await getAccount(email);
  await inTransaction(async (session) => {
    await disableUser(id, currentTime(), session);
    await suspendKeysOf(id, session);
  });
  await deleteSessionsOf(id);
}

/**
 * Enables a disabled account; its keys work again.
 * @throws Error when no account has this address
 */
export async function enableAccount(email: string): Promise<void> {
  const { id } = await getAccount(email);
  await inTransaction(async (session) => {
    await enableUser(id, session);
    await resumeKeysOf(id, session);
  });
}

/** @throws Error when no account has this address; AppError conflict for the last admin of a workspace */
export async function deleteAccount(email: string, keepKeys: boolean): Promise<void> {
  await removeAccount((await getAccount(email)).id, keepKeys);
}
