import { AppError } from '../../platform/errors/app-error';
import type { Invitation } from './invitation.repository';

const messages = {
  used: 'The invitation was accepted already',
  revoked: 'The invitation was revoked; ask an admin of the workspace for another one',
  expired: 'The invitation has expired; ask an admin of the workspace for another one',
};

/** Why an invitation that is not pending cannot be accepted or revoked. */
export function endedInvitation(
  { acceptedAt, revokedAt }: Pick<Invitation, 'acceptedAt' | 'revokedAt'>,
  loc: string[],
): AppError {
  const reason = acceptedAt !== null ? 'used' : revokedAt !== null ? 'revoked' : 'expired';
  return new AppError('invitation_ended', messages[reason], { loc, ctx: { reason } });
}
