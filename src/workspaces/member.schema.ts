import { z } from 'zod';
import { roles } from '../http/caller';
import { pageSchema } from '../http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../http/schemas';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../users/password';
import type { Member } from './member.service';

export const addMemberSchema = z
  .strictObject({
    email: z.email().max(254),
    role: z.enum(roles),
    password: z
      .string()
      .min(MIN_PASSWORD_LENGTH)
      .max(MAX_PASSWORD_LENGTH)
      .optional()
      .describe(
        'Creates the account when the address has none, and is required then; ignored when it has one',
      ),
    name: z.string().min(1).max(255).optional().describe('Of the account that is created'),
  })
  .meta({ id: 'AddMember' });

export const updateMemberSchema = z.strictObject({ role: z.enum(roles) }).meta({ id: 'UpdateMember' });

export const memberSchema = z
  .object({
    user_id: uuidSchema,
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    created_at: timestampSchema.describe('When the person became a member'),
  })
  .meta({ id: 'Member' });

export const listMembersQuery = z.strictObject(pageQuery(50));

export const memberListSchema = pageSchema(memberSchema).meta({ id: 'MemberList' });

export function toMemberWire(member: Member): z.input<typeof memberSchema> {
  return {
    user_id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    created_at: member.createdAt.toISOString(),
  };
}
