import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from 'express';
import { z } from 'zod';
import { accountRoutes } from '../../../../src/access/accounts/account.routes';
import { createAccountService } from '../../../../src/access/accounts/account.service';
import { apiKeyRoutes } from '../../../../src/access/api-keys/api-key.routes';
import { createApiKeyService } from '../../../../src/access/api-keys/api-key.service';
import { createAccessControl } from '../../../../src/access/identity/request-access';
import { createCredentialReader } from '../../../../src/access/identity/request-credential';
import { invitationRoutes } from '../../../../src/access/invitations/invitation.routes';
import { createInvitationService } from '../../../../src/access/invitations/invitation.service';
import { createInvitationAcceptance } from '../../../../src/access/invitations/invitation-acceptance';
import { createRequestLimits } from '../../../../src/access/limits/request-limits';
import { createDeviceCookies } from '../../../../src/access/sessions/device-cookie';
import { createLoginThrottle } from '../../../../src/access/sessions/login-throttle';
import { sessionRoutes } from '../../../../src/access/sessions/session.routes';
import { createSessionService } from '../../../../src/access/sessions/session.service';
import { createSessionMiddleware } from '../../../../src/access/sessions/session-cookie';
import type { User } from '../../../../src/access/users/user.repository';
import type { WorkspaceHooks } from '../../../../src/access/workspaces/add-workspace';
import { memberRoutes } from '../../../../src/access/workspaces/members/member.routes';
import { createMemberService } from '../../../../src/access/workspaces/members/member.service';
import { defaultOnlineEvaluation } from '../../../../src/access/workspaces/workspace.repository';
import { workspaceRoutes } from '../../../../src/access/workspaces/workspace.routes';
import { createWorkspaceService } from '../../../../src/access/workspaces/workspace.service';
import { createApp } from '../../../../src/platform/http/app';
import { createBodyReader } from '../../../../src/platform/http/body';
import type { Role } from '../../../../src/platform/http/caller';
import { Pager } from '../../../../src/platform/http/pager';
import { defineRoute, type Route } from '../../../../src/platform/http/route';
import { createIdempotencyGuard } from '../../../../src/platform/idempotency/idempotency-guard';
import { createLogger } from '../../../../src/platform/logging';
import { testKeys } from '../../../support/keys';
import { storeUser } from '../../../support/people';
import type { BodyOf } from '../../../support/wire-types';

export const PASSWORD = 'correct horse battery staple';

export const noHooks: WorkspaceHooks = {
  onWorkspaceCreated: async () => {},
  applyRetention: () => {},
  onAnalyticsTagsChanged: async () => {},
};

interface Call {
  key?: string | undefined;
  cookie?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The identity resources behind HTTP on a separate port, and one route that needs a workspace. */
export class IdentityApi {
  private constructor(private readonly server: Server) {}

  static async start(
    options: { hooks?: WorkspaceHooks; anonymousPerMinute?: number } = {},
  ): Promise<IdentityApi> {
    const pager = new Pager(testKeys());
    const logger = createLogger('silent');
    const devices = createDeviceCookies(testKeys());
    const sessionKeys = testKeys();
    const routes = [
      ...sessionRoutes({ sessions: createSessionService({ throttle: createLoginThrottle() }), devices }),
      ...accountRoutes({ accounts: createAccountService({ pager }) }),
      ...apiKeyRoutes({ apiKeys: createApiKeyService({ pager }) }),
      ...workspaceRoutes({
        workspaces: createWorkspaceService({ pager, hooks: options.hooks ?? noHooks }),
      }),
      ...memberRoutes({ members: createMemberService({ pager }) }),
      ...invitationRoutes({
        invitations: createInvitationService({ pager }),
        acceptance: createInvitationAcceptance(),
      }),
      whereRoute,
    ];
    const app = createApp(routes, {
      access: createAccessControl({ logger }),
      idempotency: createIdempotencyGuard(testKeys()),
      requestLimits: createRequestLimits({
        perWorkspace: 0,
        perAddress: options.anonymousPerMinute ?? 0,
        readCredential: createCredentialReader({ keys: sessionKeys, devices }),
      }),
      ingestionLimits: { admitIngestion: async () => {}, countBytes: () => {} },
      readerOf: createBodyReader(),
      maxBodyBytes: 1024 * 1024,
      logger,
      trustProxy: 1,
      session: createSessionMiddleware(sessionKeys, devices),
      observe: () => (_request, _response, next) => next(),
      pages: Router(),
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return new IdentityApi(server);
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    { key, cookie, body, headers = {} }: Call = {},
  ): Promise<ApiResponse<BodyOf<Method, Path>>> {
    const response = await fetch(`http://${this.host}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  /** Logs in and returns the cookie to send. */
  async login(email: string, password = PASSWORD): Promise<string> {
    const response = await this.call('POST', '/v1/auth/login', { body: { email, password } });
    if (response.status !== 200) throw new Error(`login failed with ${response.status}`);
    return cookieOf(response.headers);
  }

  /** Makes a person with an account a member, invited by the admin of a session. */
  async join(adminCookie: string, workspaceId: string, email: string, role: Role): Promise<void> {
    const path = `/v1/workspaces/${workspaceId}/invitations` as const;
    const invited = await this.call('POST', path, { cookie: adminCookie, body: { email, role } });
    const accepted = await this.call('POST', '/v1/invitations/accept', {
      cookie: await this.login(email),
      body: { token: invited.body.token },
    });
    if (accepted.status !== 201) throw new Error(`accepting responded ${accepted.status}`);
  }

  /** A user-scoped key of a person, created through the API. */
  async userKey(email: string): Promise<string> {
    const body = { name: 'test', expires_in_days: 1, scope: 'user' };
    return (await this.call('POST', '/v1/api-keys', { cookie: await this.login(email), body })).body.key;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const whereRoute: Route = defineRoute({
  operationId: 'where',
  summary: 'The workspace of the request',
  description: '',
  tag: 'Test',
  method: 'post',
  path: '/v1/where',
  access: 'workspace',
  role: 'contributor',
  status: 200,
  response: z.object({ workspace_id: z.string(), role: z.string() }),
  handler: async ({ workspace }) => ({ workspace_id: workspace.workspaceId, role: workspace.role }),
});

/** Every cookie that a response sets, as a client sends them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function makeUser(name = `user-${randomUUID()}`): Promise<User> {
  return storeUser(`${name}@example.com`, PASSWORD);
}

export async function makeWorkspace(admin: User, name = 'Test workspace'): Promise<string> {
  const { create } = createWorkspaceService({ pager: new Pager(testKeys()), hooks: noHooks });
  const caller = { kind: 'session', userId: admin.id, userName: admin.name } as const;
  const settings = {
    name,
    retentionDays: null,
    retentionChange: null,
    onlineEvaluation: defaultOnlineEvaluation,
  };
  return (await create(caller, settings, randomUUID())).id;
}
