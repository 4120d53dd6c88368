import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import type { TimePosition } from '../../platform/time-position';
import { type ApiKey, countUsableKeys, listUsableKeys, updateApiKeys } from './api-key.repository';

/** Selects keys by creator: in all workspaces or one, of both scopes or one. */
export interface CreatorKeys {
  userId: string;
  workspaceId?: string;
  scope?: ApiKey['scope'];
}

/** Keys that a change affects. */
export interface AffectedKeys {
  /** Newest first, at most 100. */
  items: ApiKey[];
  total: number;
}

const MAX_LISTED_KEYS = 100;

/** The active keys of a creator, as a transaction sees them. */
export async function readUsableKeys(
  keys: CreatorKeys,
  now: Date,
  session: ClientSession,
): Promise<AffectedKeys> {
  return {
    items: await listUsableKeys(keys, now, null, MAX_LISTED_KEYS, session),
    total: await countUsableKeys(keys, now, session),
  };
}

/** The active keys of a creator, newest first, after a position. */
export function listUsableKeysOf(
  keys: CreatorKeys,
  after: TimePosition | null,
  limit: number,
): Promise<ApiKey[]> {
  return listUsableKeys(keys, currentTime(), after, limit);
}

/** Active user-scoped keys, newest first. */
export function listUsableUserKeys(userId: string, limit: number): Promise<ApiKey[]> {
  return listUsableKeys({ userId, scope: 'user' }, currentTime(), null, limit);
}

/** Revokes keys; those already revoked keep their time. */
export async function revokeKeysOf(keys: CreatorKeys, now: Date, session: ClientSession): Promise<void> {
  await updateApiKeys({ ...keys, revokedAt: null }, { revokedAt: now }, session);
}

/** Disables every key of a disabled account until `resumeKeysOf`. */
export async function suspendKeysOf(userId: string, session: ClientSession): Promise<void> {
  await updateApiKeys({ userId }, { isSuspended: true }, session);
}

export async function resumeKeysOf(userId: string, session: ClientSession): Promise<void> {
  await updateApiKeys({ userId, isSuspended: true }, { isSuspended: false }, session);
}
