import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { conflict, notFound, workspaceForbidden } from '../../platform/errors/error-templates';
import type { Caller } from '../../platform/http/caller';
import type { PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction } from '../../platform/mongo/connection';
import { disabledAccount } from '../users/disabled-account';
import { lockUser } from '../users/user.repository';
import { asMember } from '../workspaces/membership-changes';
import { findAccess, listAccess, requirePerson, WORKSPACE_KEY_ROLE } from '../workspaces/workspace-access';
import {
  type ApiKey,
  countUnexpiredKeys,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  saveApiKey,
} from './api-key.repository';
import { generateKey, hashKey } from './key-format';
import { describeKey, type NewApiKey } from './new-api-key';

/** Of one creator, revoked ones too: revoking a key makes no place for another one. */
const MAX_UNEXPIRED_KEYS = 10_000;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService({ pager }: { pager: Pager }) {
  return {
    /**
     * Creates a key; only this result contains its text. The same `id` again replaces the secret, because the
     * caller never received the first one.
     * @throws AppError credential_forbidden, workspace_forbidden, account_disabled; conflict beyond 10,000 keys
     */
    async create(caller: Caller, input: NewApiKey, id: string): Promise<ApiKey & { key: string }> {
      const { userId } = requirePerson(caller);
      const key = generateKey(input.scope);
      const record = describeKey(key, userId, input, id);
      if (input.scope === 'user') await saveUserKey(record, hashKey(key));
      else await saveWorkspaceKey(record, hashKey(key));
      return { ...record, key };
    },

    /** The caller's keys and those of the workspaces where they are admin, newest first. */
    async list(caller: Caller, query: PageQuery) {
      const { userId } = requirePerson(caller);
      const owner = { userId, workspaceIds: await administeredBy(caller) };
      return pager.list({
        order: byTime,
        scope: ['api-keys', userId],
        query,
        find: (after, limit) => listApiKeys(owner, after, limit),
      });
    },

    /**
     * Revokes a key, effective immediately.
     * @throws AppError not_found, also for keys that the caller may not see
     */
    async revoke(caller: Caller, id: string): Promise<void> {
      const { userId } = requirePerson(caller);
      const key = await findApiKey(id);
      if (key === null || !(key.userId === userId || (await isAdminOf(caller, key.workspaceId)))) {
        throw notFound('API key', 'id');
      }
      await revokeApiKey(id, currentTime());
    },
  };
}

/** Stores a key unless its account is disabled concurrently, which suspends the keys that it sees. */
async function saveUserKey(key: ApiKey, hash: string): Promise<void> {
  await inTransaction(async (session) => {
    if (!(await lockUser(key.userId, session))) throw disabledAccount([]);
    await saveWithinLimit(key, hash, session);
  });
}

/**
 * Stores a key unless its creator is removed or demoted concurrently: those requests revoke the keys they
 * see.
 */
async function saveWorkspaceKey(key: ApiKey, hash: string): Promise<void> {
  const { workspaceId, userId } = key;
  const isSaved =
    workspaceId !== null &&
    (await asMember(workspaceId, userId, WORKSPACE_KEY_ROLE, (session) =>
      saveWithinLimit(key, hash, session),
    ));
  if (isSaved) return;
  throw workspaceForbidden(['body', 'workspace_id']);
}

/** The limit is exact while the transaction holds the lock of the creator. @throws AppError conflict */
async function saveWithinLimit(key: ApiKey, hash: string, session: ClientSession): Promise<void> {
  // First, so that a repeated request finds what it has created, also at the limit.
  await saveApiKey(key, hash, session);
  if ((await countUnexpiredKeys(key.userId, key.createdAt, session)) <= MAX_UNEXPIRED_KEYS) return;
  throw conflict(`You have ${MAX_UNEXPIRED_KEYS} API keys that have not expired, the maximum`, {
    ctx: { max: MAX_UNEXPIRED_KEYS },
  });
}

async function administeredBy(caller: Caller): Promise<string[]> {
  const access = await listAccess(caller);
  return access.filter(({ role }) => role === 'admin').map(({ workspaceId }) => workspaceId);
}

async function isAdminOf(caller: Caller, workspaceId: string | null): Promise<boolean> {
  return workspaceId !== null && (await findAccess(caller, workspaceId))?.role === 'admin';
}
