import { currentTime } from '../../platform/clock';
import { ValidationError } from '../../platform/errors/app-error';
import { notFound, rateLimited } from '../../platform/errors/error-templates';
import type { PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { createLimiter, type Limiter } from '../../platform/rate-limits/limiter';
import type { ApiKey } from '../api-keys/api-key.repository';
import { listUsableUserKeys } from '../api-keys/creator-keys';
import { deleteSession, deleteSessionsOf, listSessionsOf } from '../sessions/session.repository';
import { hashPassword, isPasswordOf } from '../users/password';
import { endSessions, findPasswordHash, setPassword, type User } from '../users/user.repository';
import { removeAccount } from './account-removal';

const CHECKS_PER_ACCOUNT = 10;
const WINDOW_SECONDS = 15 * 60;
const MAX_LISTED_KEYS = 100;

export type AccountService = ReturnType<typeof createAccountService>;

/** What users do with their own account. The caller's session proves their identity. */
export function createAccountService({ pager }: { pager: Pager }) {
  // Separate from the limit on logins, so that a stolen session cannot lock its owner out.
  const checks = createLimiter({
    name: 'password-check',
    limit: CHECKS_PER_ACCOUNT,
    windowSeconds: WINDOW_SECONDS,
  });

  return {
    /**
     * Replaces the password and ends every session of the account, the caller's too. User-scoped keys keep
     * working and are returned, so that the person can revoke those they do not recognize.
     * @throws AppError rate_limited; ValidationError when the current password is wrong
     */
    async changePassword(
      { id }: User,
      { current, next }: { current: string; next: string },
    ): Promise<{ user: User; keys: ApiKey[] }> {
      const checkedHash = await requirePassword(checks, id, current, 'current_password');
      const user = await setPassword(id, await hashPassword(next), checkedHash);
      // Another request has changed it since the check.
      if (user === null) throw wrongPassword('current_password');
      await deleteSessionsOf(id);
      return { user, keys: await listUsableUserKeys(id, MAX_LISTED_KEYS) };
    },

    /** The caller's sessions, newest first. @throws AppError cursor_invalid */
    async listSessions({ id }: User, query: PageQuery) {
      return pager.list({
        order: byTime,
        scope: ['sessions', id],
        query,
        find: (after, limit) => listSessionsOf(id, currentTime(), after, limit),
      });
    },

    endSession,
    endOtherSessions,

    /** @throws AppError rate_limited, conflict for the last admin of a workspace; ValidationError */
    async deleteAccount({ id }: User, password: string, keepKeys: boolean): Promise<void> {
      await requirePassword(checks, id, password, 'password');
      await removeAccount(id, keepKeys);
    },
  };
}

/** @throws AppError not_found */
async function endSession({ id }: User, sessionId: string): Promise<void> {
  if (await deleteSession(id, sessionId)) return;
  throw notFound('Session', 'id');
}

/**
 * Ends every session except the one with this secret id, which must be renewed with the returned user.
 */
async function endOtherSessions({ id }: User, secretId: string): Promise<User | null> {
  const user = await endSessions(id);
  await deleteSessionsOf(id, secretId);
  return user;
}

/**
 * Returns the stored hash of a password that is right.
 * @throws AppError rate_limited; ValidationError
 */
async function requirePassword(
  checks: Limiter,
  userId: string,
  password: string,
  field: string,
): Promise<string> {
  const usage = await checks.count(userId);
  if (usage.isExceeded) throw rateLimited('wrong passwords', usage.resetMs);
  const hash = await findPasswordHash(userId);
  if (hash === null || !(await isPasswordOf(hash, password))) {
    throw wrongPassword(field);
  }
  await checks.reset(userId);
  return hash;
}

/** 422, not 401: the session is valid. */
function wrongPassword(field: string): ValidationError {
  return new ValidationError([{ loc: ['body', field], msg: 'Wrong password', type: 'value_error' }]);
}
