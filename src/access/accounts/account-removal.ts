import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { conflict } from '../../platform/errors/error-templates';
import { inTransaction } from '../../platform/mongo/connection';
import { revokeKeysOf } from '../api-keys/creator-keys';
import { revokeAllInvitationsFrom } from '../invitations/invitation.repository';
import { deleteSessionsOf } from '../sessions/session.repository';
import { deleteUser } from '../users/user.repository';
import { leaveAllWorkspaces } from '../workspaces/membership-changes';

/**
 * Deletes an account with its memberships, sessions and pending invitations, and revokes its keys. With
 * `keepKeys`, workspace-scoped keys keep working. What the person created remains, with their name.
 * @throws AppError conflict when the person is the last admin of a workspace; `ctx.workspaces` lists these
 * workspaces
 */
export async function removeAccount(userId: string, keepKeys: boolean): Promise<void> {
  await inTransaction(async (session: ClientSession) => {
    const abandoned = await leaveAllWorkspaces(userId, session);
    if (abandoned.length > 0) {
      const names = abandoned.map(({ name }) => name).join(', ');
      const message =
        `The account is the last admin of these workspaces: ${names}. ` +
        'Make another member of each an admin, or delete them';
      throw conflict(message, { ctx: { workspaces: abandoned } });
    }
    const now = currentTime();
    await revokeAllInvitationsFrom(userId, now, session);
    await revokeKeysOf({ userId, ...(keepKeys && { scope: 'user' as const }) }, now, session);
    await deleteUser(userId, session);
  });
  await deleteSessionsOf(userId);
}
