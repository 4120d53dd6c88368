import type { Request } from 'express';
import { z } from 'zod';
import { credentialForbidden } from '../../platform/errors/error-templates';
import type { Caller } from '../../platform/http/caller';
import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import { uuidSchema } from '../../platform/http/schemas';
import { toApiKeyWire } from '../api-keys/api-key.schema';
import { findPublicId } from '../sessions/session.repository';
import { closeSession, openSession, renewSession } from '../sessions/session-cookie';
import { findSessionUser } from '../sessions/session-user';
import type { User } from '../users/user.repository';
import {
  changedPasswordSchema,
  changePasswordSchema,
  deleteAccountSchema,
  listSessionsQuery,
  sessionListSchema,
  toSessionWire,
} from './account.schema';
import type { AccountService } from './account.service';

const tag = 'Account';
const session = {
  id: '1f0c7a0e-3f0b-4d8e-9a55-0d1c6c2b7e21',
  is_current: true,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  address: '203.0.113.7',
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-01-22T09:30:00.000Z',
};

export function accountRoutes({ accounts }: { accounts: AccountService }): Route[] {
  return [
    defineRoute({
      operationId: 'changePassword',
      summary: 'Change your password',
      description:
        'Ends every session of the account; the response starts a new one for this client. User-scoped keys keep working and are listed, ' +
        'so that you can revoke those you do not recognize. Limit: ten wrong passwords in 15 minutes.',
      tag,
      method: 'post',
      path: '/v1/auth/password',
      access: 'caller',
      body: changePasswordSchema,
      status: 200,
      response: changedPasswordSchema,
      errors: ['credential_forbidden'],
      isSensitive: true,
      example: {
        request: { current_password: 'correct horse battery staple', new_password: 'another long password' },
        response: { api_keys: [] },
      },
      handler: async ({ caller, body, request }) => {
        const passwords = { current: body.current_password, next: body.new_password };
        const { user, keys } = await accounts.changePassword(
          await requireSessionUser(caller, request),
          passwords,
        );
        await openSession(request, user);
        return { api_keys: keys.map(toApiKeyWire) };
      },
    }),
    defineRoute({
      operationId: 'deleteAccount',
      summary: 'Delete your account',
      description:
        'Ends its sessions and memberships and revokes its keys; with `keep_keys`, workspace-scoped keys keep working. What you created remains, with ' +
        'your name. Responds 409 if you are the last admin of a workspace; `ctx.workspaces` lists these workspaces.',
      tag,
      method: 'post',
      path: '/v1/auth/delete-account',
      access: 'caller',
      body: deleteAccountSchema,
      status: 204,
      response: null,
      errors: ['credential_forbidden', 'conflict'],
      isSensitive: true,
      example: { request: { password: 'correct horse battery staple' } },
      handler: async ({ caller, body, request, response }) => {
        await accounts.deleteAccount(
          await requireSessionUser(caller, request),
          body.password,
          body.keep_keys,
        );
        await closeSession(request, response);
      },
    }),
    ...accountSessionRoutes(accounts),
  ];
}

function accountSessionRoutes(accounts: AccountService): Route[] {
  return [
    defineRoute({
      operationId: 'listSessions',
      summary: 'List your sessions',
      description:
        'Sessions that have not expired, newest first. Only with a session: a leaked key must not show where its owner signs in.',
      tag,
      method: 'get',
      path: '/v1/auth/sessions',
      access: 'caller',
      query: listSessionsQuery,
      status: 200,
      response: sessionListSchema,
      errors: ['credential_forbidden'],
      example: { response: pageExample(session) },
      handler: async ({ caller, query, request }) => {
        const user = await requireSessionUser(caller, request);
        const page = await accounts.listSessions(user, query);
        const currentId = await findPublicId(request.sessionID);
        return toPage(page, (item) => toSessionWire(item, currentId), query);
      },
    }),
    defineRoute({
      operationId: 'endOtherSessions',
      summary: 'End your other sessions',
      description: 'Every session of the account except that of this request.',
      tag,
      method: 'delete',
      path: '/v1/auth/sessions',
      access: 'caller',
      status: 204,
      response: null,
      errors: ['credential_forbidden'],
      handler: async ({ caller, request }) => {
        const user = await accounts.endOtherSessions(
          await requireSessionUser(caller, request),
          request.sessionID,
        );
        if (user !== null) await renewSession(request, user);
      },
    }),
    defineRoute({
      operationId: 'endSession',
      summary: 'End one of your sessions',
      description: 'Its cookie is refused from then on. Only with a session.',
      tag,
      method: 'delete',
      path: '/v1/auth/sessions/{id}',
      access: 'caller',
      params: z.object({ id: uuidSchema.describe('The id of the session') }),
      status: 204,
      response: null,
      errors: ['credential_forbidden'],
      handler: async ({ caller, params, request }) =>
        accounts.endSession(await requireSessionUser(caller, request), params.id),
    }),
  ];
}

/**
 * @throws AppError credential_forbidden: a leaked key must neither show nor change how its owner signs in.
 */
async function requireSessionUser(caller: Caller, request: Request): Promise<User> {
  const user = caller.kind === 'session' ? await findSessionUser(request) : null;
  if (user !== null) return user;
  throw credentialForbidden('An API key', 'a session');
}
