import { randomUUID } from 'node:crypto';
import { currentTime } from '../../platform/clock';
import { type ApiKey, addApiKeyOnce } from './api-key.repository';
import { displayPrefix, hashKey, type KeyScope } from './key-format';

const DAY_MS = 86_400_000;

export interface NewApiKey {
  name: string;
  expiresInDays: number;
  scope: KeyScope;
  /** For a workspace-scoped key; ignored otherwise. */
  workspaceId: string | null;
}

/** The record of a key with this text. */
export function describeKey(key: string, userId: string, input: NewApiKey, id: string): ApiKey {
  const createdAt = currentTime();
  return {
    id,
    name: input.name,
    scope: input.scope,
    workspaceId: input.scope === 'workspace' ? input.workspaceId : null,
    userId,
    keyPrefix: displayPrefix(key),
    expiresAt: new Date(createdAt.getTime() + input.expiresInDays * DAY_MS),
    revokedAt: null,
    isSuspended: false,
    lastUsedAt: null,
    createdAt,
  };
}

/**
 * Stores a key with a given text for its user; does nothing if it was stored before, even if it was revoked.
 */
export async function addGivenKey(key: string, userId: string, input: NewApiKey): Promise<void> {
  await addApiKeyOnce(describeKey(key, userId, input, randomUUID()), hashKey(key));
}
