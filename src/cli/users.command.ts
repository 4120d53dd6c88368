import '../api-server'; // loads every model, so that transactions find their collections
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  resetPassword,
} from '../access/accounts/account-administration';
import { MIN_PASSWORD_LENGTH } from '../access/users/password';
import type { User } from '../access/users/user.repository';
import type { OwnWorkspace } from '../access/workspaces/own-workspaces';
import { loadConfig } from '../config';
import { connectMongo, disconnectMongo } from '../platform/mongo/connection';
import type { Output } from './shared/output/output';
import { type Column, printList } from './shared/output/print-list';

interface Account {
  user: User;
  workspaces: OwnWorkspace[];
}

const columns: readonly Column<Account>[] = [
  { name: 'email', read: ({ user }) => user.email },
  { name: 'name', read: ({ user }) => user.name },
  { name: 'created', read: ({ user }) => user.createdAt.toISOString().slice(0, 10) },
  { name: 'state', read: ({ user }) => (user.disabledAt === null ? 'enabled' : 'disabled') },
  {
    name: 'workspaces',
    read: ({ workspaces }) => workspaces.map(({ name, role }) => `${name} (${role})`).join(', '),
  },
];

/** `assay users list`: every account with its workspaces. */
export function runListUsers(output: Output): Promise<void> {
  return withDatabase(() => printList(listAccounts(), columns, { limit: Number.POSITIVE_INFINITY, output }));
}

/**
 * `assay users reset-password`: sets a password from `input`, or generates one and prints it to `output`
 * once. Ends every session of the account.
 * @throws Error when the account does not exist or the password is too short
 */
export async function runResetPassword(
  email: string,
  input: NodeJS.ReadableStream | null,
  output: NodeJS.WritableStream,
): Promise<void> {
  const given = input === null ? null : (await text(input)).replace(/\r?\n$/, '');
  if (given !== null && given.length < MIN_PASSWORD_LENGTH) {
    throw new Error(`The password must have at least ${MIN_PASSWORD_LENGTH} characters`);
  }
  const password = given ?? randomBytes(15).toString('base64url');
  await withDatabase(() => resetPassword(email, password));
  output.write(given === null ? `New password: ${password}\n` : 'Password changed.\n');
}

/** `assay users disable` @throws Error when the account does not exist */
export function runDisableUser(email: string): Promise<void> {
  return withDatabase(() => disableAccount(email));
}

/** `assay users enable` @throws Error when the account does not exist */
export function runEnableUser(email: string): Promise<void> {
  return withDatabase(() => enableAccount(email));
}

/** `assay users delete` @throws Error when the account does not exist or is the last admin of a workspace */
export function runDeleteUser(email: string, keepKeys: boolean): Promise<void> {
  return withDatabase(() => deleteAccount(email, keepKeys));
}

async function withDatabase(work: () => Promise<void>): Promise<void> {
  const { mongodbUri } = loadConfig();
  await connectMongo(mongodbUri, { appName: 'assay-users', serverSelectionTimeoutMs: 30_000 });
  try {
    await work();
  } finally {
    await disconnectMongo();
  }
}
