import type { Request } from 'express';
import { notAuthenticated } from '../../platform/errors/error-templates';
import { refuseCrossSite } from '../../platform/http/cross-site';
import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import { uuidSchema } from '../../platform/http/schemas';
import { findSessionUser } from '../sessions/session-user';
import { workspaceParams } from '../workspaces/workspace.schema';
import {
  acceptedInvitationSchema,
  acceptInvitationSchema,
  createdInvitationSchema,
  createInvitationSchema,
  invitationListSchema,
  invitationPreviewSchema,
  listInvitationsQuery,
  previewInvitationSchema,
  toAcceptanceWire,
  toInvitationWire,
  toPreviewWire,
} from './invitation.schema';
import type { InvitationService } from './invitation.service';
import type { InvitationAcceptance } from './invitation-acceptance';

const tag = 'Invitations';
const invitationParams = workspaceParams.extend({
  invitation_id: uuidSchema.describe('The id of the invitation'),
});
const invitation = {
  id: '3c1f6a52-0d0e-4b55-8a44-7f2f6d1f8f10',
  email: 'grace@example.com',
  role: 'contributor' as const,
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-01-22T09:30:00.000Z',
};
const token = 'assay_inv_4kT9xQb… (50 characters)';
const previewExample = {
  request: { token },
  response: {
    workspace_name: 'Support assistant',
    email: invitation.email,
    role: invitation.role,
    expires_at: invitation.expires_at,
  },
};
const acceptanceExample = {
  request: { token, account: { email: invitation.email, password: 'correct horse battery staple' } },
  response: {
    user: { id: '9b2e3f64-5717-4562-b3fc-2c963f66afa6', email: invitation.email, name: 'grace' },
    workspace: {
      id: '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10',
      name: 'Support assistant',
      role: invitation.role,
    },
  },
};

interface InvitationRouteDependencies {
  invitations: InvitationService;
  acceptance: InvitationAcceptance;
}

export function invitationRoutes({ invitations, acceptance }: InvitationRouteDependencies): Route[] {
  return [
    defineRoute({
      operationId: 'createInvitation',
      summary: 'Invite a person to a workspace',
      description:
        'Responds with a link that can be used once and is shown only once; send it to the person. The membership goes to the account ' +
        'that accepts. The response is the same whether or not the address has an account.',
      tag,
      method: 'post',
      path: '/v1/workspaces/{id}/invitations',
      access: 'caller',
      params: workspaceParams,
      body: createInvitationSchema,
      status: 201,
      response: createdInvitationSchema,
      errors: ['role_insufficient', 'conflict'],
      isIdempotent: true,
      isSensitive: true,
      example: {
        request: { email: invitation.email, role: invitation.role },
        response: { ...invitation, token, link: `https://assay.example.com/invite#token=${token}` },
      },
      handler: async ({ caller, params, body, resourceId, request }) => {
        const input = { email: body.email, role: body.role, expiresInHours: body.expires_in_hours };
        const created = await invitations.create(caller, params.id, input, resourceId);
        const { invited_by_user_id, invited_by_user_name, ...wire } = toInvitationWire({
          ...created,
          invitedByName: null,
        });
        return { ...wire, token: created.token, link: acceptanceLink(request, created.token) };
      },
    }),
    ...pendingInvitationRoutes(invitations),
    ...acceptanceRoutes(acceptance),
  ];
}

function pendingInvitationRoutes(invitations: InvitationService): Route[] {
  return [
    defineRoute({
      operationId: 'listInvitations',
      summary: 'List the pending invitations of a workspace',
      description: 'Those that are neither accepted, revoked nor expired, newest first. For admins.',
      tag,
      method: 'get',
      path: '/v1/workspaces/{id}/invitations',
      access: 'caller',
      params: workspaceParams,
      query: listInvitationsQuery,
      status: 200,
      response: invitationListSchema,
      errors: ['role_insufficient'],
      example: {
        response: pageExample({
          ...invitation,
          invited_by_user_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
          invited_by_user_name: 'Ada',
        }),
      },
      handler: async ({ caller, params, query }) =>
        toPage(await invitations.list(caller, params.id, query), toInvitationWire, query),
    }),
    defineRoute({
      operationId: 'revokeInvitation',
      summary: 'Revoke a pending invitation',
      description: 'Its link is no longer valid. For admins.',
      tag,
      method: 'delete',
      path: '/v1/workspaces/{id}/invitations/{invitation_id}',
      access: 'caller',
      params: invitationParams,
      status: 204,
      response: null,
      errors: ['role_insufficient', 'invitation_ended'],
      handler: ({ caller, params }) => invitations.revoke(caller, params.id, params.invitation_id),
    }),
  ];
}

/** For the holder of the link. */
function acceptanceRoutes(acceptance: InvitationAcceptance): Route[] {
  return [
    defineRoute({
      operationId: 'previewInvitation',
      summary: 'Preview an invitation',
      description: 'For the holder of the link. A POST, so that the token is in no URL.',
      tag,
      method: 'post',
      path: '/v1/invitations/preview',
      access: 'public',
      body: previewInvitationSchema,
      status: 200,
      response: invitationPreviewSchema,
      errors: ['not_found', 'invitation_ended'],
      isSensitive: true,
      example: previewExample,
      handler: async ({ body }) => toPreviewWire(await acceptance.preview(body.token)),
    }),
    defineRoute({
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'As the account of the session, or with `account` as a new account. Responds 409 if the address already has an account: ' +
        'sign in and accept without `account`. Limits per hour: ten attempts per invitation, 200 per workspace and sender, 100 per address.',
      tag,
      method: 'post',
      path: '/v1/invitations/accept',
      access: 'public',
      body: acceptInvitationSchema,
      status: 201,
      response: acceptedInvitationSchema,
      errors: [
        'not_authenticated',
        'session_expired',
        'cross_site_request',
        'not_found',
        'invitation_ended',
        'conflict',
        'rate_limited',
      ],
      isSensitive: true,
      example: acceptanceExample,
      handler: async ({ body: { token, account }, request }) => {
        refuseCrossSite(request);
        if (account !== undefined)
          return toAcceptanceWire(await acceptance.acceptAsNewUser(token, account, request.ip ?? ''));
        const user = await findSessionUser(request);
        if (user !== null) return toAcceptanceWire(await acceptance.acceptAs(token, user));
        throw notAuthenticated('`account` to create one, or sign in');
      },
    }),
  ];
}

/** Browsers do not send the fragment of a URL, so the token is in no log and no Referer header. */
function acceptanceLink(request: Request, token: string): string {
  return `${request.protocol}://${request.get('host') ?? 'localhost'}/invite#token=${token}`;
}
