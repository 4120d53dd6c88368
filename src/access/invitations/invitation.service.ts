import { currentTime } from '../../platform/clock';
import { conflict, notFound } from '../../platform/errors/error-templates';
import type { Caller, Role } from '../../platform/http/caller';
import type { PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction } from '../../platform/mongo/connection';
import { listUsersByIds } from '../users/user.repository';
import { requireCreationLock } from '../workspaces/require-existing-workspace';
import { requireAccess, requirePerson } from '../workspaces/workspace-access';
import {
  countPendingInvitations,
  findInvitation,
  type Invitation,
  listPendingInvitations,
  revokePendingInvitation,
  saveInvitation,
} from './invitation.repository';
import { endedInvitation } from './invitation-ended';
import { generateInvitationToken, hashInvitationToken } from './invitation-token';

const HOUR_MS = 3_600_000;
const MAX_PENDING_INVITATIONS = 200;

export interface NewInvitation {
  email: string;
  role: Role;
  expiresInHours: number;
}

export interface ListedInvitation extends Invitation {
  /** Null when the account was deleted. */
  invitedByName: string | null;
}

export type InvitationService = ReturnType<typeof createInvitationService>;

/** What admins do with invitations. Never reads an account by its address. */
export function createInvitationService({ pager }: { pager: Pager }) {
  return {
    create,
    revoke,

    /** The pending invitations, newest first. @throws AppError not_found, role_insufficient, cursor_invalid */
    async list(caller: Caller, workspaceId: string, query: PageQuery) {
      await requireAccess(caller, workspaceId, 'admin');
      const page = await pager.list({
        order: byTime,
        scope: ['invitations', workspaceId],
        query,
        find: (after, limit) => listPendingInvitations(workspaceId, currentTime(), after, limit),
      });
      return { ...page, items: await withInviters(page.items) };
    },
  };
}

/**
 * Creates an invitation; only this result contains its token. The same `id` again replaces the token,
 * because the admin never received the first one.
 * @throws AppError not_found, role_insufficient; conflict when 200 are pending
 */
async function create(
  caller: Caller,
  workspaceId: string,
  { email, role, expiresInHours }: NewInvitation,
  id: string,
): Promise<Invitation & { token: string }> {
  await requireAccess(caller, workspaceId, 'admin');
  const { userId: invitedBy } = requirePerson(caller);
  const createdAt = currentTime();
  const token = generateInvitationToken();
  const invitation = {
    id,
    workspaceId,
    email,
    role,
    invitedBy,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInHours * HOUR_MS),
    revokedAt: null,
    acceptedAt: null,
    acceptedBy: null,
  };
  await inTransaction(async (session) => {
    await requireCreationLock(workspaceId, session);
    await saveInvitation(invitation, hashInvitationToken(token), session);
    if ((await countPendingInvitations(workspaceId, createdAt, session)) > MAX_PENDING_INVITATIONS) {
      throw conflict(`${MAX_PENDING_INVITATIONS} invitations are pending. Revoke some first`, {
        ctx: { max_pending: MAX_PENDING_INVITATIONS },
      });
    }
  });
  return { ...invitation, token };
}

/**
 * Invalidates the link of an invitation. Revoking again does nothing.
 * @throws AppError not_found, role_insufficient; invitation_ended when it was accepted or has expired
 */
async function revoke(caller: Caller, workspaceId: string, id: string): Promise<void> {
  await requireAccess(caller, workspaceId, 'admin');
  if ((await findInvitation(workspaceId, id)) === null) throw notFound('Invitation', 'invitation_id');
  const now = currentTime();
  if (await revokePendingInvitation(id, now)) return;
  // Read after the attempt: it may have been accepted in between.
  const current = await findInvitation(workspaceId, id);
  if (current === null) throw notFound('Invitation', 'invitation_id');
  if (current.revokedAt === null) throw endedInvitation(current, ['path', 'invitation_id']);
}

async function withInviters(invitations: Invitation[]): Promise<ListedInvitation[]> {
  const users = await listUsersByIds([...new Set(invitations.map(({ invitedBy }) => invitedBy))]);
  const nameOf = new Map(users.map(({ id, name }) => [id, name]));
  return invitations.map((invitation) => ({
    ...invitation,
    invitedByName: nameOf.get(invitation.invitedBy) ?? null,
  }));
}
