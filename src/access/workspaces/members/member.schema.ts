import { z } from 'zod';
import { roleSchema } from '../../../platform/http/caller';
import { pageSchema } from '../../../platform/http/page';
import { pageQuery, timestampSchema, uuidSchema } from '../../../platform/http/schemas';
import { apiKeySchema, toApiKeyWire } from '../../api-keys/api-key.schema';
import type { Member, MemberKeys } from './member.service';

export const updateMemberSchema = z.strictObject({ role: roleSchema }).meta({ id: 'UpdateMemberRequest' });

export const memberSchema = z
  .object({
    user_id: uuidSchema,
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    created_at: timestampSchema.describe('When the person became a member'),
  })
  .meta({ id: 'Member' });

const memberKeysSchema = z
  .object({
    items: z.array(apiKeySchema).describe('Newest first, at most 100, as they were before'),
    total: z.int(),
    are_revoked: z.boolean(),
  })
  .describe('Workspace-scoped keys of the member that require a higher role')
  .meta({ id: 'MemberKeys' });

export const keepKeysQuery = z.strictObject({
  keep_keys: z.boolean().default(false).describe('Whether keys that the member created keep working'),
});

export const changedMemberSchema = memberSchema
  .extend({ keys: memberKeysSchema })
  .meta({ id: 'ChangedMember' });

export const removedMemberSchema = z.object({ keys: memberKeysSchema }).meta({ id: 'RemovedMember' });

export const listMemberKeysQuery = z.strictObject(pageQuery(50));

export const memberKeyListSchema = pageSchema(apiKeySchema).meta({ id: 'MemberKeyList' });

export const listMembersQuery = z.strictObject(pageQuery(50));

export const memberListSchema = pageSchema(memberSchema).meta({ id: 'MemberList' });

export function toMemberKeysWire({ items, total, areRevoked }: MemberKeys): z.input<typeof memberKeysSchema> {
  return { items: items.map(toApiKeyWire), total, are_revoked: areRevoked };
}

export function toMemberWire(member: Member): z.input<typeof memberSchema> {
  return {
    user_id: member.userId,
    email: member.email,
    name: member.name,
    role: member.role,
    created_at: member.createdAt.toISOString(),
  };
}
