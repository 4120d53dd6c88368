import { AppError } from '../../platform/errors/app-error';
import { disabledAccount } from '../users/disabled-account';
import { type ApiKey, findApiKeyByHash, noteApiKeyUse } from './api-key.repository';
import { hashKey, isWellFormedKey } from './key-format';

const USE_INTERVAL_MS = 60_000;

/**
 * The record of an active key. Only the hash decides, so that a database lookup is all that an attacker can
 * time; the form of a key is checked only to choose the error.
 * @throws AppError api_key_malformed, api_key_unknown, api_key_revoked, api_key_expired, account_disabled
 */
export async function verifyKey(key: string, now: Date): Promise<ApiKey> {
  const apiKey = await findApiKeyByHash(hashKey(key));
  if (apiKey === null) {
    throw isWellFormedKey(key) ? keyError('api_key_unknown') : keyError('api_key_malformed');
  }
  if (apiKey.revokedAt !== null) throw keyError('api_key_revoked');
  if (apiKey.isSuspended) throw disabledAccount(['header', 'authorization']);
  if (apiKey.expiresAt <= now) throw keyError('api_key_expired');
  return apiKey;
}

/** Updates `lastUsedAt`, at most once a minute across all processes. */
export async function recordKeyUse(key: ApiKey, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_INTERVAL_MS);
  if (key.lastUsedAt !== null && key.lastUsedAt > before) return;
  await noteApiKeyUse(key.id, now, before);
}

const keyMessages = {
  api_key_malformed: 'Malformed API key. Send the whole key as `Authorization: Bearer <key>`',
  api_key_unknown: 'Unknown API key',
  api_key_revoked: 'The API key was revoked',
  api_key_expired: 'The API key has expired',
};

export function keyError(code: keyof typeof keyMessages): AppError {
  return new AppError(code, keyMessages[code], { loc: ['header', 'authorization'] });
}
