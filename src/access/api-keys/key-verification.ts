import { AppError } from '../../platform/errors/app-error';
import { disabledAccount } from '../users/disabled-account';
import { type ApiKey, findApiKeyByHash, noteApiKeyUse } from './api-key.repository';
import { hashKey, isWellFormedKey } from './key-format';

const USE_INTERVAL_MS = 60_000;

/**
 * The record of a key that may be used now. The hash alone decides, so that a database lookup is all that an
 * attacker can time; the form of a key is looked at only to name the failure.
 * @throws AppError api_key_malformed, api_key_unknown, api_key_revoked, api_key_expired, account_disabled
 */
export async function verifyKey(key: string, now: Date): Promise<ApiKey> {
  const found = await findApiKeyByHash(hashKey(key));
  if (found === null) {
    throw isWellFormedKey(key)
      ? keyError('api_key_unknown', 'The API key is not known')
      : keyError('api_key_malformed', 'The API key has not the form of a key; it may be cut off or mistyped');
  }
  if (found.revokedAt !== null) throw keyError('api_key_revoked', 'The API key was revoked');
  if (found.isSuspended) throw disabledAccount(['header', 'authorization']);
  if (found.expiresAt <= now) throw keyError('api_key_expired', 'The API key has expired');
  return found;
}

/** Keeps `lastUsedAt`, written at most once a minute whatever the number of processes. */
export async function recordKeyUse(key: ApiKey, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_INTERVAL_MS);
  if (key.lastUsedAt !== null && key.lastUsedAt > before) return;
  await noteApiKeyUse(key.id, now, before);
}

function keyError(
  code: 'api_key_malformed' | 'api_key_unknown' | 'api_key_revoked' | 'api_key_expired',
  message: string,
): AppError {
  return new AppError(code, message, { loc: ['header', 'authorization'] });
}
