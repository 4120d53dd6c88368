import { z } from 'zod';
import { type Caller, roleSchema } from '../../platform/http/caller';
import { uuidSchema } from '../../platform/http/schemas';
import { MAX_PASSWORD_LENGTH } from '../users/password';
import type { Account } from './session.service';

export const loginSchema = z
  .strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(MAX_PASSWORD_LENGTH) })
  .meta({ id: 'LoginRequest' });

export const userSchema = z
  .object({ id: uuidSchema, email: z.string(), name: z.string() })
  .meta({ id: 'User' });
export const membershipSchema = z
  .object({ id: uuidSchema, name: z.string(), role: roleSchema })
  .meta({ id: 'WorkspaceMembership', description: "A workspace, and the user's role in it" });
const workspaces = z.array(membershipSchema);

export const accountSchema = z.object({ user: userSchema, workspaces }).meta({ id: 'Account' });

export const identitySchema = z
  .object({
    user: userSchema.nullable().describe('Null for a workspace-scoped key'),
    workspaces,
    credential: z
      .object({
        kind: z.enum(['session', 'user_key', 'workspace_key']).meta({ id: 'CredentialKind' }),
        key_id: uuidSchema.nullable(),
        workspace_id: uuidSchema.nullable().describe('Workspace of a workspace-scoped key'),
      })
      .meta({ id: 'Credential' }),
  })
  .meta({ id: 'Identity' });

export function toIdentityWire(
  caller: Caller,
  { user, workspaces }: Account,
): z.input<typeof identitySchema> {
  return {
    user: user && { id: user.id, email: user.email, name: user.name },
    workspaces,
    credential: {
      kind: caller.kind,
      key_id: caller.kind === 'session' ? null : caller.keyId,
      workspace_id: caller.kind === 'workspace_key' ? caller.workspaceId : null,
    },
  };
}
