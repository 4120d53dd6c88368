import type { ClientSession } from 'mongoose';
import { currentTime } from '../../../platform/clock';
import { conflict, notFound } from '../../../platform/errors/error-templates';
import { type Caller, hasRole, type Role } from '../../../platform/http/caller';
import type { PageQuery } from '../../../platform/http/page';
import { byTime, type Pager } from '../../../platform/http/pager';
import { inTransaction } from '../../../platform/mongo/connection';
import {
  type AffectedKeys,
  listUsableKeysOf,
  readUsableKeys,
  revokeKeysOf,
} from '../../api-keys/creator-keys';
import { revokeInvitationsFrom } from '../../invitations/invitation.repository';
import { findUser, listUsersByIds, type User } from '../../users/user.repository';
import {
  deleteMembership,
  findMembership,
  listMemberships,
  type Membership,
  updateRole,
} from '../membership.repository';
import { hasOtherAdmin } from '../membership-changes';
import { lockMembers } from '../workspace.repository';
import { requireAccess, WORKSPACE_KEY_ROLE } from '../workspace-access';

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

/** The workspace-scoped keys that a removed or demoted member created. */
export interface MemberKeys extends AffectedKeys {
  areRevoked: boolean;
}

export type MemberService = ReturnType<typeof createMemberService>;

export function createMemberService({ pager }: { pager: Pager }) {
  return {
    /** The members of a workspace, newest first. @throws AppError not_found, cursor_invalid */
    async list(caller: Caller, workspaceId: string, query: PageQuery) {
      await requireAccess(caller, workspaceId, 'viewer');
      const page = await pager.list({
        order: byTime,
        scope: ['members', workspaceId],
        query,
        find: (after, limit) => listMemberships(workspaceId, after, limit),
      });
      return { ...page, items: await withUsers(page.items) };
    },

    changeRole,
    remove,

    /**
     * The active workspace-scoped keys that a member created, newest first.
     * @throws AppError not_found, role_insufficient, cursor_invalid
     */
    async listKeys(caller: Caller, workspaceId: string, userId: string, query: PageQuery) {
      await requireAccess(caller, workspaceId, 'admin');
      if ((await findMembership(workspaceId, userId)) === null) throw notFound('Member', 'user_id');
      return pager.list({
        order: byTime,
        scope: ['member-keys', workspaceId, userId],
        query,
        find: (after, limit) => listUsableKeysOf({ workspaceId, userId }, after, limit),
      });
    },
  };
}

/**
 * Changes a role. A role too low for workspace-scoped keys revokes those that the member created, unless
 * `keepKeys`; a role below admin revokes their pending invitations.
 * @throws AppError not_found, role_insufficient; conflict when no admin would remain
 */
async function changeRole(
  caller: Caller,
  workspaceId: string,
  userId: string,
  { role, keepKeys }: { role: Role; keepKeys: boolean },
): Promise<Member & { keys: MemberKeys }> {
  await requireAccess(caller, workspaceId, 'admin');
  const { membership, keys } = await inTransaction(async (session) => {
    const current = await lockMembership(workspaceId, userId, session);
    if (current.role === 'admin' && role !== 'admin') await requireOtherAdmin(workspaceId, userId, session);
    await updateRole(workspaceId, userId, role, session);
    return {
      membership: { ...current, role },
      keys: await endRights(current, role, keepKeys, session),
    };
  });
  const user = await findUser(userId);
  if (user === null) throw notFound('Member', 'user_id');
  return { ...toMember(membership, user), keys };
}

/**
 * Removes a member, with their pending invitations and, unless `keepKeys`, the workspace-scoped keys that
 * they created. Their user-scoped keys lose access to the workspace with the membership.
 * @throws AppError not_found, role_insufficient; conflict when no admin would remain
 */
async function remove(
  caller: Caller,
  workspaceId: string,
  userId: string,
  keepKeys: boolean,
): Promise<MemberKeys> {
  await requireAccess(caller, workspaceId, 'admin');
  return inTransaction(async (session) => {
    const current = await lockMembership(workspaceId, userId, session);
    if (current.role === 'admin') await requireOtherAdmin(workspaceId, userId, session);
    await deleteMembership(workspaceId, userId, session);
    return endRights(current, null, keepKeys, session);
  });
}

/** Revokes what a member may no longer have with this role; null: none. */
async function endRights(
  { workspaceId, userId }: Membership,
  role: Role | null,
  keepKeys: boolean,
  session: ClientSession,
): Promise<MemberKeys> {
  const now = currentTime();
  if (role !== 'admin') await revokeInvitationsFrom(workspaceId, userId, now, session);
  if (role !== null && hasRole(role, WORKSPACE_KEY_ROLE)) return { items: [], total: 0, areRevoked: false };
  const keys = { workspaceId, userId };
  const affected = await readUsableKeys(keys, now, session);
  if (!keepKeys) await revokeKeysOf(keys, now, session);
  return { ...affected, areRevoked: !keepKeys };
}

async function lockMembership(
  workspaceId: string,
  userId: string,
  session: ClientSession,
): Promise<Membership> {
  await lockMembers(workspaceId, session);
  const membership = await findMembership(workspaceId, userId, session);
  if (membership === null) throw notFound('Member', 'user_id');
  return membership;
}

async function requireOtherAdmin(workspaceId: string, userId: string, session: ClientSession): Promise<void> {
  if (await hasOtherAdmin(workspaceId, userId, session)) return;
  const message = 'A workspace needs an admin. Make another member an admin first, or delete the workspace';
  throw conflict(message, { loc: ['path', 'user_id'] });
}

async function withUsers(memberships: Membership[]): Promise<Member[]> {
  const users = await listUsersByIds(memberships.map(({ userId }) => userId));
  const userOf = new Map(users.map((user) => [user.id, user]));
  return memberships.flatMap((membership) => {
    const user = userOf.get(membership.userId);
    return user === undefined ? [] : [toMember(membership, user)];
  });
}

function toMember({ role, createdAt }: Membership, { id, email, name }: User): Member {
  return { userId: id, email, name, role, createdAt };
}
