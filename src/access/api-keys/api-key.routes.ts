import { z } from 'zod';
import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import { uuidSchema } from '../../platform/http/schemas';
import {
  apiKeyListSchema,
  createApiKeySchema,
  createdApiKeySchema,
  listApiKeysQuery,
  toApiKeyWire,
} from './api-key.schema';
import type { ApiKeyService } from './api-key.service';

const tag = 'API keys';
const example = {
  id: '5b0f8f0a-6a8e-4d0c-9a3e-0c5d2b1f7e44',
  name: 'nightly evaluation',
  key_prefix: 'assay_ws_4kT9xQb',
  workspace_id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
  scope: 'workspace',
  expires_at: '2026-04-15T09:30:00.000Z',
  created_at: '2026-01-15T09:30:00.000Z',
};

export function apiKeyRoutes({ apiKeys }: { apiKeys: ApiKeyService }): Route[] {
  return [
    createApiKeyRoute(apiKeys),
    defineRoute({
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description:
        "The caller's keys, and every key of the workspaces that the caller administers, including revoked keys.",
      tag,
      method: 'get',
      path: '/v1/api-keys',
      access: 'caller',
      query: listApiKeysQuery,
      status: 200,
      response: apiKeyListSchema,
      errors: ['credential_forbidden'],
      example: {
        response: pageExample({
          ...example,
          created_by_user_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
          last_used_at: '2026-01-16T02:00:00.000Z',
          revoked_at: null,
        }),
      },
      handler: async ({ caller, query }) => toPage(await apiKeys.list(caller, query), toApiKeyWire, query),
    }),
    defineRoute({
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'Allowed for its creator and for admins of its workspace.',
      tag,
      method: 'delete',
      path: '/v1/api-keys/{id}',
      access: 'caller',
      params: z.object({ id: uuidSchema.describe('The id of the API key') }),
      status: 204,
      response: null,
      errors: ['credential_forbidden'],
      handler: ({ caller, params }) => apiKeys.revoke(caller, params.id),
    }),
  ];
}

function createApiKeyRoute(apiKeys: ApiKeyService): Route {
  return defineRoute({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Only this response contains the full key. A user-scoped key acts as its creator in all of their workspaces; a workspace-scoped key ' +
      'works in one workspace, with the role contributor. Requires a session or a user-scoped key of a contributor or admin of the workspace.',
    tag,
    method: 'post',
    path: '/v1/api-keys',
    access: 'caller',
    body: createApiKeySchema,
    status: 201,
    response: createdApiKeySchema,
    errors: ['credential_forbidden', 'workspace_forbidden', 'conflict'],
    isIdempotent: true,
    isSensitive: true,
    example: {
      request: {
        name: example.name,
        expires_in_days: 90,
        scope: 'workspace',
        workspace_id: example.workspace_id,
      },
      response: { ...example, key: 'assay_ws_4kT9xQb… (49 characters)' },
    },
    handler: async ({ caller, body, resourceId }) => {
      const input = {
        name: body.name,
        expiresInDays: body.expires_in_days,
        scope: body.scope,
        workspaceId: body.workspace_id ?? null,
      };
      const created = await apiKeys.create(caller, input, resourceId);
      return { ...toApiKeyWire(created), key: created.key };
    },
  });
}
