import { z } from 'zod';
import { pageExample, toPage } from '../http/page';
import { defineRoute, type Route } from '../http/route';
import { uuidSchema } from '../http/schemas';
import {
  addMemberSchema,
  listMembersQuery,
  memberListSchema,
  memberSchema,
  toMemberWire,
  updateMemberSchema,
} from './member.schema';
import type { MemberService } from './member.service';

const tag = 'Members';
const workspaceParams = z.object({ id: uuidSchema });
const memberParams = z.object({ id: uuidSchema, user_id: uuidSchema });
const example = {
  user_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'contributor',
  created_at: '2026-01-15T09:30:00.000Z',
};

export function memberRoutes({ members }: { members: MemberService }): Route[] {
  return [
    defineRoute({
      operationId: 'listMembers',
      summary: 'List the members of a workspace',
      tag,
      method: 'get',
      path: '/v1/workspaces/{id}/members',
      access: 'caller',
      params: workspaceParams,
      query: listMembersQuery,
      status: 200,
      response: memberListSchema,
      example: { response: pageExample(example) },
      handler: async ({ caller, params, query }) => {
        const { items, nextCursor } = await members.list(caller, params.id, query);
        return toPage(items.map(toMemberWire), nextCursor, query);
      },
    }),
    defineRoute({
      operationId: 'addMember',
      summary: 'Add a person to a workspace',
      description:
        'A person without an account gets one when a password is sent, to be handed over outside of this service.',
      tag,
      method: 'post',
      path: '/v1/workspaces/{id}/members',
      access: 'caller',
      params: workspaceParams,
      body: addMemberSchema,
      status: 201,
      response: memberSchema,
      errors: ['role_insufficient', 'conflict'],
      isIdempotent: true,
      isSensitive: true,
      example: { request: { email: 'ada@example.com', role: 'contributor' }, response: example },
      handler: async ({ caller, params, body, resourceId }) =>
        toMemberWire(await members.add(caller, params.id, body, resourceId)),
    }),
    defineRoute({
      operationId: 'updateMember',
      summary: 'Change the role of a member',
      tag,
      method: 'patch',
      path: '/v1/workspaces/{id}/members/{user_id}',
      access: 'caller',
      params: memberParams,
      body: updateMemberSchema,
      status: 200,
      response: memberSchema,
      errors: ['role_insufficient', 'conflict'],
      example: { request: { role: 'contributor' }, response: example },
      handler: async ({ caller, params, body }) =>
        toMemberWire(await members.changeRole(caller, params.id, params.user_id, body.role)),
    }),
    defineRoute({
      operationId: 'removeMember',
      summary: 'Remove a member from a workspace',
      description:
        'Keys of the person stay, but reach this workspace no more; keys of the workspace stay in force.',
      tag,
      method: 'delete',
      path: '/v1/workspaces/{id}/members/{user_id}',
      access: 'caller',
      params: memberParams,
      status: 204,
      response: null,
      errors: ['role_insufficient', 'conflict'],
      handler: ({ caller, params }) => members.remove(caller, params.id, params.user_id),
    }),
  ];
}
