import { AppError } from '../../platform/errors/app-error';
import type { Invitation } from './invitation.repository';

const messages = {
  used: 'The invitation was already accepted',
  revoked: 'The invitation was revoked. Ask an admin of the workspace for a new one',
  expired: 'The invitation has expired. Ask an admin of the workspace for a new one',
};

/** The error for accepting or revoking an invitation that is not pending. */
export function endedInvitation(
  { acceptedAt, revokedAt }: Pick<Invitation, 'acceptedAt' | 'revokedAt'>,
  loc: string[],
): AppError {
  const reason = acceptedAt !== null ? 'used' : revokedAt !== null ? 'revoked' : 'expired';
  return new AppError('invitation_ended', messages[reason], { loc, ctx: { reason } });
}
