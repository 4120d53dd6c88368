import type { Request } from 'express';
import { refuseCrossSite } from '../../platform/http/cross-site';
import { defineRoute, type Route } from '../../platform/http/route';
import type { DeviceCookies } from './device-cookie';
import { accountSchema, identitySchema, loginSchema, toIdentityWire } from './session.schema';
import type { SessionService } from './session.service';
import { closeSession, openSession, sessionClient } from './session-cookie';

const tag = 'Sessions';
const user = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', email: 'ada@example.com', name: 'Ada' };
const workspaces = [
  { id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10', name: 'Support assistant', role: 'admin' as const },
];

export interface SessionRoutesDependencies {
  sessions: SessionService;
  devices: DeviceCookies;
}

export function sessionRoutes(dependencies: SessionRoutesDependencies): Route[] {
  const { sessions } = dependencies;
  return [
    loginRoute(dependencies),
    defineRoute({
      operationId: 'logout',
      summary: 'End the session',
      description: 'Without a session this does nothing.',
      tag,
      method: 'post',
      path: '/v1/auth/logout',
      access: 'public',
      status: 204,
      response: null,
      errors: ['cross_site_request'],
      handler: async ({ request, response }) => {
        refuseCrossSite(request);
        await closeSession(request, response);
      },
    }),
    defineRoute({
      operationId: 'getIdentity',
      summary: "Identify the credential's user and workspaces",
      description: 'Clients call it to check a credential, and to learn the workspaces and the role in each.',
      tag,
      method: 'get',
      path: '/v1/auth/me',
      access: 'caller',
      status: 200,
      response: identitySchema,
      example: {
        response: { user, workspaces, credential: { kind: 'session', key_id: null, workspace_id: null } },
      },
      handler: async ({ caller }) => toIdentityWire(caller, await sessions.describe(caller)),
    }),
  ];
}

function loginRoute({ sessions, devices }: SessionRoutesDependencies): Route {
  const originOf = (request: Request) => ({
    address: request.ip ?? '',
    clients: [devices.read(request), sessionClient(request)].filter((client) => client !== null),
  });
  return defineRoute({
    operationId: 'login',
    summary: 'Start a session',
    description:
      'Sets the cookie `assay_session`, which lasts seven days, and `assay_device`, which lasts a year. Failed logins ' +
      'are limited by account and address together, by address, and by account. A login with one of the ' +
      'cookies of its account is counted separately from other logins.',
    tag,
    method: 'post',
    path: '/v1/auth/login',
    access: 'public',
    body: loginSchema,
    status: 200,
    response: accountSchema,
    errors: ['invalid_credentials', 'account_disabled', 'cross_site_request', 'rate_limited'],
    isSensitive: true,
    example: {
      request: { email: user.email, password: 'correct horse battery staple' },
      response: { user, workspaces },
    },
    admit: async (request) => {
      refuseCrossSite(request);
      await sessions.admitLogin(originOf(request));
    },
    handler: async ({ body, request }) => {
      const user = await sessions.login({ ...body, ...originOf(request) });
      const account = await sessions.describe({ kind: 'session', userId: user.id, userName: user.name });
      await openSession(request, user);
      return { ...account, user };
    },
  });
}
