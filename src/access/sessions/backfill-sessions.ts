import { describeSession } from './session.repository';
import { streamUndescribedUnscoped } from './session.unscoped.repository';
import { SESSION_LIFETIME_MS } from './session-cookie';

/**
 * Lets sessions of the previous version be listed by their user. Sessions that the previous version opens
 * while both run stay unlisted until they expire; changing the password ends them too.
 */
export async function backfillSessions(): Promise<void> {
  for await (const { _id, session, expires } of streamUndescribedUnscoped()) {
    const { userId } = JSON.parse(session) as { userId?: unknown };
    if (typeof userId !== 'string') continue;
    const createdAt = new Date(expires.getTime() - SESSION_LIFETIME_MS);
    await describeSession(_id, { userId, userAgent: null, address: null, createdAt });
  }
}
