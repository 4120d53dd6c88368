import { pageExample, toPage } from '../../../platform/http/page';
import { defineRoute, type Route } from '../../../platform/http/route';
import { uuidSchema } from '../../../platform/http/schemas';
import { toApiKeyWire } from '../../api-keys/api-key.schema';
import { workspaceParams } from '../workspace.schema';
import {
  changedMemberSchema,
  keepKeysQuery,
  listMemberKeysQuery,
  listMembersQuery,
  memberKeyListSchema,
  memberListSchema,
  removedMemberSchema,
  toMemberKeysWire,
  toMemberWire,
  updateMemberSchema,
} from './member.schema';
import type { MemberService } from './member.service';

const tag = 'Members';
const memberParams = workspaceParams.extend({
  user_id: uuidSchema.describe('The id of the user'),
});
const example = {
  user_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'contributor',
  created_at: '2026-01-15T09:30:00.000Z',
};

const exampleKey = {
  id: '5b0f8f0a-6a8e-4d0c-9a3e-0c5d2b1f7e44',
  name: 'nightly evaluation',
  key_prefix: 'assay_ws_4kT9xQb',
  workspace_id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
  scope: 'workspace' as const,
  expires_at: '2026-04-15T09:30:00.000Z',
  created_at: '2026-01-15T09:30:00.000Z',
  created_by_user_id: example.user_id,
  last_used_at: null,
  revoked_at: null,
};

export function memberRoutes({ members }: { members: MemberService }): Route[] {
  return [
    defineRoute({
      operationId: 'listMembers',
      summary: 'List the members of a workspace',
      description: 'Newest first. Their keys are listed by `listMemberKeys`.',
      tag,
      method: 'get',
      path: '/v1/workspaces/{id}/members',
      access: 'caller',
      params: workspaceParams,
      query: listMembersQuery,
      status: 200,
      response: memberListSchema,
      example: { response: pageExample(example) },
      handler: async ({ caller, params, query }) =>
        toPage(await members.list(caller, params.id, query), toMemberWire, query),
    }),
    ...memberChangeRoutes(members),
    defineRoute({
      operationId: 'listMemberKeys',
      summary: 'List the workspace-scoped keys that a member created',
      description: 'Active keys only: those that removing the member, or making them a viewer, revokes.',
      tag,
      method: 'get',
      path: '/v1/workspaces/{id}/members/{user_id}/keys',
      access: 'caller',
      params: memberParams,
      query: listMemberKeysQuery,
      status: 200,
      response: memberKeyListSchema,
      errors: ['role_insufficient'],
      example: { response: pageExample(exampleKey) },
      handler: async ({ caller, params, query }) =>
        toPage(await members.listKeys(caller, params.id, params.user_id, query), toApiKeyWire, query),
    }),
  ];
}

function memberChangeRoutes(members: MemberService): Route[] {
  return [
    defineRoute({
      operationId: 'updateMember',
      summary: 'Change the role of a member',
      description:
        'A viewer cannot create workspace-scoped keys: those that the member has created are listed, and revoked unless ' +
        '`keep_keys` is true.',
      tag,
      method: 'patch',
      path: '/v1/workspaces/{id}/members/{user_id}',
      access: 'caller',
      params: memberParams,
      query: keepKeysQuery,
      body: updateMemberSchema,
      status: 200,
      response: changedMemberSchema,
      errors: ['role_insufficient', 'conflict'],
      example: {
        request: { role: 'contributor' },
        response: { ...example, keys: { items: [], total: 0, are_revoked: false } },
      },
      handler: async ({ caller, params, query, body }) => {
        const change = { role: body.role, keepKeys: query.keep_keys };
        const { keys, ...member } = await members.changeRole(caller, params.id, params.user_id, change);
        return { ...toMemberWire(member), keys: toMemberKeysWire(keys) };
      },
    }),
    defineRoute({
      operationId: 'removeMember',
      summary: 'Remove a member from a workspace',
      description:
        'Workspace-scoped keys that the person created are listed, and revoked unless `keep_keys` is true. Their user-scoped keys lose ' +
        'access to this workspace. Their pending invitations are revoked.',
      tag,
      method: 'delete',
      path: '/v1/workspaces/{id}/members/{user_id}',
      access: 'caller',
      params: memberParams,
      query: keepKeysQuery,
      status: 200,
      response: removedMemberSchema,
      errors: ['role_insufficient', 'conflict'],
      example: { response: { keys: { items: [exampleKey], total: 1, are_revoked: true } } },
      handler: async ({ caller, params, query }) => ({
        keys: toMemberKeysWire(await members.remove(caller, params.id, params.user_id, query.keep_keys)),
      }),
    }),
  ];
}
