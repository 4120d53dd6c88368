import type { Request } from 'express';
import { findUser, type User } from '../users/user.repository';

/** The user of a request's session, or null. A request with an API key has no session. */
export async function findSessionUser(request: Request): Promise<User | null> {
  const { userId, epoch } = request.session ?? {};
  const user = userId === undefined ? null : await findUser(userId);
  return user !== null && user.disabledAt === null && user.sessionEpoch === epoch ? user : null;
}
