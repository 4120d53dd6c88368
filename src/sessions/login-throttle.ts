import { createHash } from 'node:crypto';
import { createLimiter, rateLimited } from '../rate-limits/limiter';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_ACCOUNT = 5;
const FAILURES_PER_ADDRESS = 30;

export interface LoginAttempt {
  email: string;
  address: string;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Slows guessing of passwords. An attempt is counted before its password is checked, so that parallel guesses
 * cannot outrun the count, and is taken back when the password was right. Needs an open connection.
 */
export function createLoginThrottle() {
  const accounts = createLimiter({
    name: 'login-account',
    limit: FAILURES_PER_ACCOUNT,
    windowSeconds: WINDOW_SECONDS,
  });
  const addresses = createLimiter({
    name: 'login-address',
    limit: FAILURES_PER_ADDRESS,
    windowSeconds: WINDOW_SECONDS,
  });
  return {
    /** @throws AppError rate_limited */
    async begin({ email, address }: LoginAttempt): Promise<void> {
      const ofAddress = await addresses.count(address);
      if (ofAddress.isExceeded) throw rateLimited(ofAddress, 'Too many failed logins from this address');
      const ofAccount = await accounts.count(accountKey(email));
      if (ofAccount.isExceeded) throw rateLimited(ofAccount, 'Too many failed logins to this account');
    },

    async succeed({ email, address }: LoginAttempt): Promise<void> {
      await Promise.all([accounts.reset(accountKey(email)), addresses.giveBack(address)]);
    },
  };
}

/** Hashed, because people type passwords into the wrong field. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}
