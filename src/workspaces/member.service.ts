import type { ClientSession } from 'mongoose';
import { AppError, ValidationError } from '../errors/app-error';
import type { Caller, Role } from '../http/caller';
import type { CursorCodec } from '../http/cursor';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import {
  ensureUser,
  findUser,
  findUserByEmail,
  listUsersByIds,
  normalizeEmail,
  type User,
} from '../users/user.service';
import {
  deleteMembership,
  findMembership,
  hasOtherAdmin,
  insertMembership,
  listMemberships,
  type Membership,
  updateRole,
} from './membership.repository';
import { lockMembers } from './workspace.repository';
import { requireAccess } from './workspace-access';

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

export interface NewMember {
  email: string;
  role: Role;
  /** Makes the account when the address has none; ignored when it has one. */
  password?: string | undefined;
  name?: string | undefined;
}

export type MemberService = ReturnType<typeof createMemberService>;

export function createMemberService({ cursors }: { cursors: CursorCodec }) {
  return {
    /** The members of a workspace, newest first. @throws AppError not_found, cursor_invalid */
    async list(caller: Caller, workspaceId: string, page: { limit: number; cursor: string | null }) {
      await requireAccess(caller, workspaceId, 'viewer');
      const scope = ['members', workspaceId];
      const found = await listMemberships(
        workspaceId,
        cursors.decodeTime(scope, page.cursor),
        page.limit + 1,
      );
      const { items, nextCursor } = cursors.cutPage(scope, found, page.limit);
      return { items: await withUsers(items), nextCursor };
    },

    /**
     * Adds a person; the same `id` again answers the first membership.
     * @throws AppError not_found, role_insufficient, conflict; ValidationError when the address has no account
     * and no password came to make one.
     */
    async add(caller: Caller, workspaceId: string, input: NewMember, id: string): Promise<Member> {
      await requireAccess(caller, workspaceId, 'admin');
      const user = await findOrCreateUser(input);
      const membership = { id, workspaceId, userId: user.id, role: input.role, createdAt: new Date() };
      try {
        await insertMembership(membership);
        return toMember(membership, user);
      } catch (error) {
        const existing = isDuplicateKey(error) ? await findMembership(workspaceId, user.id) : null;
        if (existing === null) throw error;
        if (existing.id === id) return toMember(existing, user);
        throw new AppError('conflict', 'This person is a member already', { loc: ['body', 'email'] });
      }
    },

    /** @throws AppError not_found, role_insufficient; conflict when it would leave no admin. */
    async changeRole(caller: Caller, workspaceId: string, userId: string, role: Role): Promise<Member> {
      await requireAccess(caller, workspaceId, 'admin');
      const membership = await inTransaction(async (session) => {
        const current = await lockMembership(workspaceId, userId, session);
        if (current.role === 'admin' && role !== 'admin')
          await requireOtherAdmin(workspaceId, userId, session);
        await updateRole(workspaceId, userId, role, session);
        return { ...current, role };
      });
      const user = await findUser(userId);
      if (user === null) throw noSuchMember();
      return toMember(membership, user);
    },

    /** @throws AppError not_found, role_insufficient; conflict when it would leave no admin. */
    async remove(caller: Caller, workspaceId: string, userId: string): Promise<void> {
      await requireAccess(caller, workspaceId, 'admin');
      await inTransaction(async (session) => {
        const current = await lockMembership(workspaceId, userId, session);
        if (current.role === 'admin') await requireOtherAdmin(workspaceId, userId, session);
        await deleteMembership(workspaceId, userId, session);
      });
    },
  };
}

async function lockMembership(
  workspaceId: string,
  userId: string,
  session: ClientSession,
): Promise<Membership> {
  await lockMembers(workspaceId, session);
  const membership = await findMembership(workspaceId, userId, session);
  if (membership === null) throw noSuchMember();
  return membership;
}

async function requireOtherAdmin(workspaceId: string, userId: string, session: ClientSession): Promise<void> {
  if (await hasOtherAdmin(workspaceId, userId, session)) return;
  throw new AppError('conflict', 'The workspace would have no admin left', { loc: ['path', 'user_id'] });
}

/** @throws ValidationError when the address has no account and no password came to make one. */
async function findOrCreateUser({ email, password, name }: NewMember): Promise<User> {
  const account = await findUserByEmail(normalizeEmail(email));
  if (account !== null) return account;
  if (password !== undefined) return ensureUser({ email, password, name });
  const msg = 'No account has this e-mail address; send a password to create it';
  throw new ValidationError([{ loc: ['body', 'password'], msg, type: 'missing' }]);
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

function noSuchMember(): AppError {
  return new AppError('not_found', 'No such member', { loc: ['path', 'user_id'] });
}
