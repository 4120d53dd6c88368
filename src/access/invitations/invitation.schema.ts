import { z } from 'zod';
import { roleSchema } from '../../platform/http/caller';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { membershipSchema, userSchema } from '../sessions/session.schema';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../users/password';
import type { ListedInvitation } from './invitation.service';
import type { Acceptance, InvitationPreview } from './invitation-acceptance';

const DEFAULT_HOURS = 7 * 24;
const MAX_HOURS = 30 * 24;

const emailSchema = z.email().max(254);
const tokenSchema = z.string().min(1).max(255).describe('The part of the link after `#token=`');

export const createInvitationSchema = z
  .strictObject({
    email: emailSchema.describe('A label for the list of invitations; anyone who has the link can accept it'),
    role: roleSchema,
    expires_in_hours: z.int().min(1).max(MAX_HOURS).default(DEFAULT_HOURS),
  })
  .meta({ id: 'CreateInvitationRequest' });

const publicFields = {
  id: uuidSchema,
  email: z.string(),
  role: roleSchema,
  created_at: timestampSchema,
  expires_at: timestampSchema,
};

export const createdInvitationSchema = z
  .object({
    ...publicFields,
    token: z.string().describe('The token. It is shown only once'),
    link: z.string().describe('The page of the dashboard that accepts the invitation, with the token'),
  })
  .meta({ id: 'CreatedInvitation' });

export const invitationSchema = z
  .object({
    ...publicFields,
    invited_by_user_id: uuidSchema,
    invited_by_user_name: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });

export const listInvitationsQuery = z.strictObject(pageQuery(50));

export const invitationListSchema = pageSchema(invitationSchema).meta({ id: 'InvitationList' });

export const previewInvitationSchema = z
  .strictObject({ token: tokenSchema })
  .meta({ id: 'PreviewInvitationRequest' });

export const invitationPreviewSchema = z
  .object({
    workspace_name: z.string(),
    email: z.string(),
    role: roleSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: 'InvitationPreview' });

export const acceptInvitationSchema = z
  .strictObject({
    token: tokenSchema,
    account: z
      .strictObject({
        email: emailSchema.describe('Address to sign in with; may differ from the invited address'),
        password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
        name: z.string().min(1).max(255).optional().describe('Default: the address before the `@`'),
      })
      .meta({ id: 'NewAccount' })
      .optional()
      .describe('A new account. Default: the account of the session'),
  })
  .meta({ id: 'AcceptInvitationRequest' });

export const acceptedInvitationSchema = z
  .object({ user: userSchema, workspace: membershipSchema })
  .meta({ id: 'AcceptedInvitation' });

export function toInvitationWire(invitation: ListedInvitation): z.input<typeof invitationSchema> {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    invited_by_user_id: invitation.invitedBy,
    invited_by_user_name: invitation.invitedByName,
  };
}

export function toPreviewWire(preview: InvitationPreview): z.input<typeof invitationPreviewSchema> {
  return {
    workspace_name: preview.workspaceName,
    email: preview.email,
    role: preview.role,
    expires_at: preview.expiresAt.toISOString(),
  };
}

export function toAcceptanceWire({ user, workspace }: Acceptance): z.input<typeof acceptedInvitationSchema> {
  return { user: { id: user.id, email: user.email, name: user.name }, workspace };
}
