import { z } from 'zod';
import { pageSchema } from '../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import { apiKeySchema } from '../api-keys/api-key.schema';
import type { OpenSession } from '../sessions/session.repository';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../users/password';

const currentPassword = z.string().min(1).max(MAX_PASSWORD_LENGTH);

export const changePasswordSchema = z
  .strictObject({
    current_password: currentPassword,
    new_password: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH),
  })
  .meta({ id: 'ChangePasswordRequest' });

export const changedPasswordSchema = z
  .object({
    api_keys: z
      .array(apiKeySchema)
      .describe('Active user-scoped keys of the account, newest first, at most 100'),
  })
  .meta({ id: 'ChangedPassword' });

export const deleteAccountSchema = z
  .strictObject({
    password: currentPassword,
    keep_keys: z
      .boolean()
      .default(false)
      .describe('Whether workspace-scoped keys that the account created keep working'),
  })
  .meta({ id: 'DeleteAccountRequest' });

export const sessionSchema = z
  .object({
    id: uuidSchema,
    is_current: z.boolean().describe('Whether this is the session of this request'),
    user_agent: z.string().nullable().describe('User agent of the login, at most 256 characters'),
    address: z.string().nullable().describe('IP address of the login'),
    created_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: 'Session' });

export const listSessionsQuery = z.strictObject(pageQuery(50));

export const sessionListSchema = pageSchema(sessionSchema).meta({ id: 'SessionList' });

export function toSessionWire(session: OpenSession, currentId: string | null): z.input<typeof sessionSchema> {
  return {
    id: session.id,
    is_current: session.id === currentId,
    user_agent: session.userAgent,
    address: session.address,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}
