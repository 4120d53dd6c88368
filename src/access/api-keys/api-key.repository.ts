import type { ClientSession, InferSchemaType } from 'mongoose';
import { shareReads } from '../../platform/mongo/batcher';
import { isDuplicateKey } from '../../platform/mongo/connection';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { ApiKeyModel } from './api-key.model';
import type { KeyScope } from './key-format';

export interface ApiKey {
  id: string;
  name: string;
  scope: KeyScope;
  /** Null for a user-scoped key. */
  workspaceId: string | null;
  /** The user who created it; a user-scoped key acts as that user. */
  userId: string;
  keyPrefix: string;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Whether the account that created it is disabled. */
  isSuspended: boolean;
  lastUsedAt: Date | null;
  createdAt: Date;
}

type StoredApiKey = InferSchemaType<typeof ApiKeyModel.schema> & { _id: string };

/** Stores a key under its id; saving again replaces its secret. */
export async function saveApiKey(
  { id, ...fields }: ApiKey,
  hash: string,
  session: ClientSession,
): Promise<void> {
  await ApiKeyModel.updateOne(
    { _id: id },
    { $set: { ...fields, hash } },
    { upsert: true, runValidators: true, session },
  );
}

/** Revoked ones too. Scoped by the creator. */
export async function countUnexpiredKeys(userId: string, now: Date, session: ClientSession): Promise<number> {
  return ApiKeyModel.countDocuments({ userId, expiresAt: { $gt: now } }).session(session);
}

/** Stores a key unless one with this hash exists, even a revoked one. */
export async function addApiKeyOnce({ id, ...fields }: ApiKey, hash: string): Promise<void> {
  try {
    await ApiKeyModel.updateOne(
      { hash },
      { $setOnInsert: { _id: id, ...fields } },
      { upsert: true, runValidators: true },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // another process has just added it
  }
}

/** Called by most requests. Scoped by the secret of the key. */
export const findApiKeyByHash = shareReads(async (hash): Promise<ApiKey | null> => {
  const record = await ApiKeyModel.findOne({ hash }).lean();
  return record && toApiKey(record);
});

/** Scoped by the key: the caller checks who may see it. */
export async function findApiKey(id: string): Promise<ApiKey | null> {
  const record = await ApiKeyModel.findById(id).lean();
  return record && toApiKey(record);
}

/**
 * Keys that `userId` created or that belong to `workspaceIds`, newest first, after a position. Scoped by these.
 */
export async function listApiKeys(
  owner: { userId: string; workspaceIds: readonly string[] },
  after: TimePosition | null,
  limit: number,
): Promise<ApiKey[]> {
  const visible = [{ userId: owner.userId }, { workspaceId: { $in: owner.workspaceIds } }];
  const { filter, sort } = newestFirst(after);
  const records = await ApiKeyModel.find({ $or: visible, ...filter })
    .sort(sort)
    .limit(limit)
    .lean();
  return records.map(toApiKey);
}

/** Selects keys of a creator; absent fields are not compared. */
interface CreatorFilter {
  userId: string;
  workspaceId?: string;
  scope?: KeyScope;
}

const isUsable = (now: Date) => ({ revokedAt: null, expiresAt: { $gt: now } });

/**
 * The keys of a creator that are neither revoked nor expired, newest first, after a position. Scoped by the
 * creator.
 */
export async function listUsableKeys(
  keys: CreatorFilter,
  now: Date,
  after: TimePosition | null,
  limit: number,
  session: ClientSession | null = null,
): Promise<ApiKey[]> {
  const { filter, sort } = newestFirst(after);
  const records = await ApiKeyModel.find({ ...keys, ...isUsable(now), ...filter })
    .sort(sort)
    .limit(limit)
    .session(session)
    .lean();
  return records.map(toApiKey);
}

/** Scoped by the creator. */
export async function countUsableKeys(
  keys: CreatorFilter,
  now: Date,
  session: ClientSession,
): Promise<number> {
  return ApiKeyModel.countDocuments({ ...keys, ...isUsable(now) }).session(session);
}

/** Updates keys of a creator; `isSuspended` and `revokedAt` in the filter select those with that value. */
export async function updateApiKeys(
  filter: CreatorFilter & { isSuspended?: boolean; revokedAt?: null },
  changes: { isSuspended: boolean } | { revokedAt: Date },
  session: ClientSession,
): Promise<void> {
  await ApiKeyModel.updateMany(filter, { $set: changes }, { session });
}

/** Deletes every key of a workspace. */
export async function deleteWorkspaceKeys(workspaceId: string, session: ClientSession): Promise<void> {
  await ApiKeyModel.deleteMany({ workspaceId }, { session });
}

/** Revoking again does not change the time. */
export async function revokeApiKey(id: string, at: Date): Promise<void> {
  await ApiKeyModel.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: at } });
}

/** Records a use unless one was recorded after `before`. */
export async function noteApiKeyUse(id: string, at: Date, before: Date): Promise<void> {
  await ApiKeyModel.updateOne(
    { _id: id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: before } }] },
    { $set: { lastUsedAt: at } },
  );
}

function toApiKey(stored: StoredApiKey): ApiKey {
  return {
    id: stored._id,
    name: stored.name,
    scope: stored.scope,
    workspaceId: stored.workspaceId ?? null,
    userId: stored.userId,
    keyPrefix: stored.keyPrefix,
    expiresAt: stored.expiresAt,
    revokedAt: stored.revokedAt ?? null,
    isSuspended: stored.isSuspended,
    lastUsedAt: stored.lastUsedAt ?? null,
    createdAt: stored.createdAt,
  };
}
