import { createHash } from 'node:crypto';
import { rateLimited } from '../../platform/errors/error-templates';
import { addressKey } from '../../platform/http/address-key';
import { createLimiter, type Limiter } from '../../platform/rate-limits/limiter';

const WINDOW_SECONDS = 15 * 60;
const MAX_PAIR_FAILURES = 5;
const MAX_ADDRESS_FAILURES = 30;
/** Failures from all addresses; so high that 20 addresses must reach their own limit first. */
const MAX_ACCOUNT_FAILURES = 100;
const MAX_CLIENT_FAILURES = 10;

export interface LoginAttempt {
  /** Normalized as stored. */
  email: string;
  /** The IP address of the attempt. */
  address: string;
  /**
   * Identifies the device or session that has logged in to this account before; null for an unknown client.
   */
  knownClient: string | null;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Slows down password guessing without letting others lock out the owner of an account. Attempts are counted
 * by account and address together, by address, and by account with a much higher limit. A known client is
 * counted separately, as in OWASP's device cookies
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 *
 * An attempt is counted before its password is checked, so that parallel guesses cannot outrun the count, and
 * is uncounted when the password was right. Needs an open connection.
 */
export function createLoginThrottle() {
  const windowSeconds = WINDOW_SECONDS;
  const pairs = createLimiter({ name: 'login-pair', limit: MAX_PAIR_FAILURES, windowSeconds });
  const addresses = createLimiter({ name: 'login-address', limit: MAX_ADDRESS_FAILURES, windowSeconds });
  const accounts = createLimiter({ name: 'login-account', limit: MAX_ACCOUNT_FAILURES, windowSeconds });
  const clients = createLimiter({ name: 'login-client', limit: MAX_CLIENT_FAILURES, windowSeconds });

  return {
    /**
     * Rejects an unknown client from an address that has used up its attempts, before the rest of the request
     * is read.
     * @throws AppError rate_limited
     */
    async admit(address: string): Promise<void> {
      const usage = await addresses.read(addressKey(address));
      if (usage.isExceeded) throw rateLimited(LOGINS.ofAddress, usage.resetMs);
    },

    /** @throws AppError rate_limited */
    async begin({ email, address, knownClient }: LoginAttempt): Promise<void> {
      if (knownClient !== null) {
        await count(clients, knownClient, LOGINS.ofClient);
        return;
      }
      await count(addresses, addressKey(address), LOGINS.ofAddress);
      // Before the account, so that one address cannot use up the attempts of all others.
      await count(pairs, pairKey(email, address), LOGINS.ofAccount);
      await count(accounts, accountKey(email), LOGINS.ofAccount);
    },

    /** Uncounts an attempt with the right password. */
    async succeed({ email, address, knownClient }: LoginAttempt): Promise<void> {
      if (knownClient !== null) {
        await clients.reset(knownClient);
        return;
      }
      await Promise.all([
        pairs.reset(pairKey(email, address)),
        addresses.giveBack(addressKey(address)),
        accounts.giveBack(accountKey(email)),
      ]);
    },
  };
}

const LOGINS = {
  ofAddress: 'failed logins from this address',
  ofAccount: 'failed logins to this account',
  ofClient: 'failed logins from this device',
};

async function count(limiter: Limiter, key: string, what: string): Promise<void> {
  const usage = await limiter.count(key);
  if (usage.isExceeded) throw rateLimited(what, usage.resetMs);
}

/** Hashed, because people type passwords into the wrong field. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}

function pairKey(email: string, address: string): string {
  return `${accountKey(email)}/${addressKey(address)}`;
}
