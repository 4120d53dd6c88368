import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import type { AppError } from '../../platform/errors/app-error';
import {
  conflict,
  rateLimited,
  resourceNotFound,
  sessionExpired,
} from '../../platform/errors/error-templates';
import { addressKey } from '../../platform/http/address-key';
import type { Role } from '../../platform/http/caller';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { createLimiter } from '../../platform/rate-limits/limiter';
import { type NewUser, normalizeEmail, prepareUser } from '../users/create-user';
import { findUserByEmail, insertUser, lockUser, type User } from '../users/user.repository';
import { isAdmin, joinWorkspace } from '../workspaces/membership-changes';
import { findWorkspaceName } from '../workspaces/workspace-settings';
import {
  claimInvitation,
  findInvitation,
  findInvitationByToken,
  type Invitation,
} from './invitation.repository';
import { endedInvitation } from './invitation-ended';
import { hashInvitationToken } from './invitation-token';

const LOC = ['body', 'token'];
// Each attempt to create an account reveals whether its address is taken, and costs a password hash.
const ATTEMPTS_PER_INVITATION = 10;
/** As many as a workspace has pending invitations, so that everyone it has invited can join together. */
const ATTEMPTS_PER_INVITER = 200;
const ATTEMPTS_PER_ADDRESS = 100;
const WINDOW_SECONDS = 3600;

/** What the holder of a link may see before accepting. Excludes names of people. */
export interface InvitationPreview {
  workspaceName: string;
  email: string;
  role: Role;
  expiresAt: Date;
}

export interface Acceptance {
  user: User;
  workspace: { id: string; name: string; role: Role };
}

export type InvitationAcceptance = ReturnType<typeof createInvitationAcceptance>;

/** The operations of an invitation token's holder. Needs an open connection when used. */
export function createInvitationAcceptance() {
  const windowSeconds = WINDOW_SECONDS;
  const ofInvitation = createLimiter({ name: 'invitation', limit: ATTEMPTS_PER_INVITATION, windowSeconds });
  const ofInviter = createLimiter({ name: 'invitation-inviter', limit: ATTEMPTS_PER_INVITER, windowSeconds });
  const ofAddress = createLimiter({ name: 'invitation-address', limit: ATTEMPTS_PER_ADDRESS, windowSeconds });

  /**
   * An admin may create any number of invitations, so those of one workspace or one sender also share a
   * limit.
   */
  async function countAttempt({ id, workspaceId, invitedBy }: Invitation, address: string): Promise<void> {
    const counts = [
      { limiter: ofInvitation, key: id, of: 'this invitation' },
      { limiter: ofAddress, key: addressKey(address), of: 'an invitation from this address' },
      { limiter: ofInviter, key: `workspace/${workspaceId}`, of: 'invitations of this workspace' },
      { limiter: ofInviter, key: `user/${invitedBy}`, of: 'invitations of this sender' },
    ];
    for (const { limiter, key, of } of counts) {
      const usage = await limiter.count(key);
      if (usage.isExceeded) throw rateLimited(`attempts to accept ${of}`, usage.resetMs);
    }
  }

  return {
    /** @throws AppError not_found, invitation_ended */
    async preview(token: string): Promise<InvitationPreview> {
      const invitation = await getPendingInvitation(token);
      const { email, role, expiresAt } = invitation;
      return { workspaceName: await getNameOfWorkspace(invitation), email, role, expiresAt };
    },

    /**
     * Makes an existing account a member.
     * @throws AppError not_found, invitation_ended; conflict when the account is a member already
     */
    async acceptAs(token: string, user: User): Promise<Acceptance> {
      return accept(await getPendingInvitation(token), user, async (session) => {
        if (await lockUser(user.id, session)) return;
        throw sessionExpired();
      });
    },

    /**
     * Creates an account and makes it a member; `address` is the client's. Creates nothing when the
     * invitation cannot be accepted.
     * @throws AppError not_found, invitation_ended, rate_limited; conflict when the address has an account
     */
    async acceptAsNewUser(token: string, account: NewUser, address: string): Promise<Acceptance> {
      const invitation = await getPendingInvitation(token);
      await countAttempt(invitation, address);
      if ((await findUserByEmail(normalizeEmail(account.email))) !== null) throw addressConflict();
      const { user, passwordHash } = await prepareUser(account);
      return accept(invitation, user, (session) => insertUser(user, passwordHash, session));
    },
  };
}

/** In one transaction, claims the invitation, stores the account if it is new, and inserts the membership. */
async function accept(
  invitation: Invitation,
  user: User,
  saveUser: (session: ClientSession) => Promise<void>,
): Promise<Acceptance> {
  const { id, workspaceId, role, invitedBy } = invitation;
  const name = await getNameOfWorkspace(invitation);
  const now = currentTime();
  const membershipId = randomUUID();
  try {
    const isAccepted = await inTransaction(async (session) => {
      if (!(await claimInvitation(id, user.id, now, session))) return false;
      // An invitation is valid only while its sender is an admin.
      if (!(await isAdmin(workspaceId, invitedBy, session))) throw revokedInvitation();
      await saveUser(session);
      await joinWorkspace({ id: membershipId, workspaceId, userId: user.id, role, createdAt: now }, session);
      return true;
    });
    if (!isAccepted) throw endedInvitation((await findInvitation(workspaceId, id)) ?? invitation, LOC);
  } catch (error) {
    // The membership was checked, so the duplicate is the address of a new account.
    if (isDuplicateKey(error)) throw addressConflict();
    throw error;
  }
  return { user, workspace: { id: workspaceId, name, role } };
}

/** @throws AppError not_found, invitation_ended */
async function getPendingInvitation(token: string): Promise<Invitation> {
  const invitation = await findInvitationByToken(hashInvitationToken(token));
  if (invitation === null) {
    throw resourceNotFound('Invitation', { loc: LOC });
  }
  const { acceptedAt, revokedAt, expiresAt } = invitation;
  if (acceptedAt !== null || revokedAt !== null || expiresAt <= currentTime()) {
    throw endedInvitation(invitation, LOC);
  }
  return invitation;
}

async function getNameOfWorkspace({ workspaceId }: Invitation): Promise<string> {
  const name = await findWorkspaceName(workspaceId);
  if (name === null) throw revokedInvitation();
  return name;
}

function revokedInvitation(): AppError {
  return endedInvitation({ acceptedAt: null, revokedAt: currentTime() }, LOC);
}

function addressConflict(): AppError {
  return conflict(
    'This address cannot be used for a new account. If it is yours, sign in and accept the invitation',
    { loc: ['body', 'account', 'email'] },
  );
}
