import { AppError } from '../errors/app-error';
import type { Caller, Role } from '../http/caller';
import { createPasswordCheck } from '../users/password-check';
import { findUser, normalizeEmail, type User } from '../users/user.service';
import { listOwnWorkspaces } from '../workspaces/workspace.service';
import type { LoginThrottle } from './login-throttle';

/** Who a credential stands for, and where it may work. */
export interface Account {
  /** Null for a workspace-scoped key. */
  user: User | null;
  workspaces: { id: string; name: string; role: Role }[];
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({ throttle }: { throttle: LoginThrottle }) {
  const findUserByPassword = createPasswordCheck();

  return {
    /**
     * Checks a password. `address` is where the attempt comes from.
     * @throws AppError invalid_credentials, rate_limited
     */
    async login(input: { email: string; password: string; address: string }): Promise<User> {
      const attempt = { email: normalizeEmail(input.email), address: input.address };
      await throttle.begin(attempt);
      const user = await findUserByPassword(attempt.email, input.password);
      if (user === null) {
        throw new AppError('invalid_credentials', 'E-mail or password is wrong', { loc: ['body'] });
      }
      await throttle.succeed(attempt);
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
