import { randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { Caller, Role } from '../http/caller';
import { hashPassword, isPasswordOf } from '../users/password';
import { findUser, findUserWithPassword, type User } from '../users/user.repository';
import { normalizeEmail } from '../users/user.service';
import { listWorkspacesByIds } from '../workspaces/workspace.repository';
import { listAccess } from '../workspaces/workspace-access';
import type { LoginThrottle } from './login-throttle';

/** Who a credential stands for, and where it may work. */
export interface Account {
  /** Null for a workspace-scoped key. */
  user: User | null;
  workspaces: { id: string; name: string; role: Role }[];
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({ throttle }: { throttle: LoginThrottle }) {
  // An unknown account is checked against this, so that it takes as long as a wrong password.
  const decoyHash = hashPassword(randomBytes(32).toString('hex'));

  return {
    /**
     * Checks a password. `address` is where the attempt comes from.
     * @throws AppError invalid_credentials, rate_limited
     */
    async login(input: { email: string; password: string; address: string }): Promise<User> {
      const attempt = { email: normalizeEmail(input.email), address: input.address };
      await throttle.begin(attempt);
      const found = await findUserWithPassword(attempt.email);
      const isRight = await isPasswordOf(found?.passwordHash ?? (await decoyHash), input.password);
      if (found === null || !isRight) {
        throw new AppError('invalid_credentials', 'E-mail or password is wrong', { loc: ['body'] });
      }
      await throttle.succeed(attempt);
      return found.user;
    },

    async describe(caller: Caller): Promise<Account> {
      const access = await listAccess(caller);
      const roleOf = new Map(access.map(({ workspaceId, role }) => [workspaceId, role]));
      const workspaces = await listWorkspacesByIds([...roleOf.keys()]);
      return {
        user: caller.kind === 'workspace_key' ? null : await findUser(caller.userId),
        workspaces: workspaces.map(({ id, name }) => ({ id, name, role: roleOf.get(id) ?? 'viewer' })),
      };
    },
  };
}
