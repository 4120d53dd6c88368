import { AppError } from '../../platform/errors/app-error';
import type { Caller, Role } from '../../platform/http/caller';
import { normalizeEmail } from '../users/create-user';
import { disabledAccount } from '../users/disabled-account';
import { createPasswordCheck } from '../users/password-check';
import { findUser, findUserByEmail, type User } from '../users/user.repository';
import { listOwnWorkspaces } from '../workspaces/own-workspaces';
import type { KnownClient } from './device-cookie';
import type { LoginThrottle } from './login-throttle';

/** The user of a credential and the workspaces they can work in. */
export interface Account {
  /** Null for a workspace-scoped key. */
  user: User | null;
  workspaces: { id: string; name: string; role: Role }[];
}

export interface LoginRequest {
  email: string;
  password: string;
  /** The IP address of the attempt. */
  address: string;
  /** Clients that the request proves to have logged in before, to any account. */
  clients: readonly KnownClient[];
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({ throttle }: { throttle: LoginThrottle }) {
  const findUserByPassword = createPasswordCheck();

  return {
    /**
     * Decides whether the body of a login is read.
     * @throws AppError rate_limited when the address of an unknown client has used up its attempts
     */
    async admitLogin({ address, clients }: Pick<LoginRequest, 'address' | 'clients'>): Promise<void> {
      // The account is in the body, so a client of another account is treated as unknown only later.
      if (clients.length === 0) await throttle.admit(address);
    },

    /**
     * Checks a password.
     * @throws AppError invalid_credentials, account_disabled, rate_limited
     */
    async login({ email: rawEmail, password, address, clients }: LoginRequest): Promise<User> {
      const email = normalizeEmail(rawEmail);
      const attempt = { email, address, knownClient: await findKnownClient(email, clients) };
      await throttle.begin(attempt);
      const user = await findUserByPassword(email, password);
      if (user === null) {
        throw new AppError('invalid_credentials', 'Invalid email or password', { loc: ['body'] });
      }
      await throttle.succeed(attempt);
      if (user.disabledAt !== null) throw disabledAccount(['body']);
      return user;
    },

    async describe(caller: Caller): Promise<Account> {
      const workspaces = await listOwnWorkspaces(caller);
      return {
        user: caller.kind === 'workspace_key' ? null : await findUser(caller.userId),
        workspaces: workspaces.map(({ id, name, role }) => ({ id, name, role })),
      };
    },
  };
}

/** The name of the client that has logged in to this account before; null when there is none. */
async function findKnownClient(email: string, clients: readonly KnownClient[]): Promise<string | null> {
  const user = clients.length === 0 ? null : await findUserByEmail(email);
  return clients.find(({ userId }) => userId === user?.id)?.name ?? null;
}
