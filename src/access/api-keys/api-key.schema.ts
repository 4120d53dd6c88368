import { z } from 'zod';
import { hasValue, isOneOf, when } from '../../../packages/json-schema';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { ApiKey } from './api-key.repository';
import { keyScopes } from './key-format';

const scopeSchema = z.enum(keyScopes).meta({ id: 'ApiKeyScope' });

export const createApiKeySchema = z
  .strictObject({
    name: z.string().min(1).max(255),
    expires_in_days: z.int().min(1).max(365),
    scope: scopeSchema,
    workspace_id: uuidSchema
      .nullish()
      .describe('Required when scope is `workspace`; ignored when it is `user`'),
  })
  .superRefine(
    (body, context) => {
      if (body.scope !== 'workspace' || (body.workspace_id ?? null) !== null) return;
      context.addIssue({
        code: 'invalid_type',
        expected: 'string',
        path: ['workspace_id'],
        input: undefined,
      });
    },
    // Also runs when other fields are invalid, so that all problems are reported together.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({
    id: 'CreateApiKeyRequest',
    ...when(isOneOf('scope', ['workspace']), hasValue('workspace_id')),
  });

const publicFields = {
  id: uuidSchema,
  name: z.string(),
  key_prefix: z.string().describe('The first 16 characters of the key'),
  workspace_id: uuidSchema.nullable(),
  scope: scopeSchema,
  expires_at: timestampSchema,
  created_at: timestampSchema,
};

export const createdApiKeySchema = z
  .object({ ...publicFields, key: z.string().describe('The full key. It is shown only once') })
  .meta({ id: 'CreatedApiKey' });

export const apiKeySchema = z
  .object({
    ...publicFields,
    created_by_user_id: uuidSchema,
    last_used_at: timestampSchema.nullable(),
    revoked_at: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const listApiKeysQuery = z.strictObject(pageQuery(50));

export const apiKeyListSchema = pageSchema(apiKeySchema).meta({ id: 'ApiKeyList' });

/** The wire form of a key, without its secret. */
export function toApiKeyWire(key: ApiKey): z.input<typeof apiKeySchema> {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.keyPrefix,
    workspace_id: key.workspaceId,
    scope: key.scope,
    expires_at: key.expiresAt.toISOString(),
    created_at: key.createdAt.toISOString(),
    created_by_user_id: key.userId,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
