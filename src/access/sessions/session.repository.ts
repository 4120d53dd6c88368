import { randomUUID } from 'node:crypto';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import { SessionModel } from './session.model';

/** A session as shown to its user. Excludes the secret id, which is in the cookie. */
export interface OpenSession {
  id: string;
  /** Null when the client sent none. */
  userAgent: string | null;
  /** The IP address of the login; null if the client had disconnected. */
  address: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface SessionFacts {
  userId: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
}

/** Adds the fields that make a session findable to the document that connect-mongo has written. */
export async function describeSession(secretId: string, facts: SessionFacts): Promise<void> {
  await SessionModel.updateOne({ _id: secretId }, { $set: { ...facts, publicId: randomUUID() } });
}

/** The id under which a session is listed; null when it is not described. Scoped by the secret of the session. */
export async function findPublicId(secretId: string): Promise<string | null> {
  const session = await SessionModel.findById(secretId, { publicId: 1 }).lean();
  return session?.publicId ?? null;
}

/** The sessions of a person that have not expired, after a position, newest first. Scoped by the user. */
export async function listSessionsOf(
  userId: string,
  now: Date,
  after: TimePosition | null,
  limit: number,
): Promise<OpenSession[]> {
  const { filter, sort } = newestFirst(after, 'publicId');
  const sessions = await SessionModel.find({ userId, expires: { $gt: now }, ...filter }, { session: 0 })
    .sort(sort)
    .limit(limit)
    .lean();
  return sessions.map(({ publicId, userAgent, address, createdAt, expires }) => ({
    id: publicId,
    userAgent: userAgent ?? null,
    address: address ?? null,
    createdAt,
    expiresAt: expires,
  }));
}

/** Ends one session of a person. False when they have no such session. */
export async function deleteSession(userId: string, publicId: string): Promise<boolean> {
  const { deletedCount } = await SessionModel.deleteOne({ userId, publicId });
  return deletedCount === 1;
}

/** Deletes the sessions of a person, except the one with this secret id. */
export async function deleteSessionsOf(userId: string, exceptSecretId: string | null = null): Promise<void> {
  await SessionModel.deleteMany({ userId, ...(exceptSecretId !== null && { _id: { $ne: exceptSecretId } }) });
}
