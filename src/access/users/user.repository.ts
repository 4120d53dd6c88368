import type { ClientSession } from 'mongoose';
import { UserModel } from './user.model';

export interface User {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  createdAt: Date;
  /** Incremented when all sessions of the account end. */
  sessionEpoch: number;
  disabledAt: Date | null;
}

interface StoredUser {
  _id: string;
  email: string;
  name: string;
  createdAt: Date;
  sessionEpoch: number;
  disabledAt?: Date | null;
}

// The password hash leaves the database only where a password is checked.
const publicFields = { passwordHash: 0 } as const;

/** @throws the driver's duplicate key error when the address has an account. */
export async function insertUser(
  user: User,
  passwordHash: string,
  session: ClientSession | null,
): Promise<void> {
  const { id, ...fields } = user;
  await UserModel.create([{ _id: id, ...fields, passwordHash }], { session });
}

/** Scoped by the user. */
export async function findUser(id: string): Promise<User | null> {
  const user = await UserModel.findById(id, publicFields).lean();
  return user && toUser(user);
}

/** `email` in lower case. Scoped by the user. */
export async function findUserByEmail(email: string): Promise<User | null> {
  const user = await UserModel.findOne({ email }, publicFields).lean();
  return user && toUser(user);
}

/** `email` in lower case. Scoped by the user. */
export async function findUserWithPassword(
  email: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const user = await UserModel.findOne({ email }).lean();
  return user && { user: toUser(user), passwordHash: user.passwordHash };
}

/** Scoped by the users. */
export async function listUsersByIds(ids: readonly string[]): Promise<User[]> {
  const users = await UserModel.find({ _id: { $in: ids } }, publicFields).lean();
  return users.map(toUser);
}

/** Scoped by the service: accounts belong to no workspace. */
export async function hasUsers(session: ClientSession | null = null): Promise<boolean> {
  return (await UserModel.exists({}).session(session)) !== null;
}

/** Scoped by the user. */
export async function findPasswordHash(id: string): Promise<string | null> {
  const user = await UserModel.findById(id, { passwordHash: 1 }).lean();
  return user?.passwordHash ?? null;
}

/**
 * The accounts after an address, ordered by address. Scoped by the service: accounts belong to no workspace.
 */
export async function listUsers(afterEmail: string, limit: number): Promise<User[]> {
  const users = await UserModel.find({ email: { $gt: afterEmail } }, publicFields)
    .sort({ email: 1 })
    .limit(limit)
    .lean();
  return users.map(toUser);
}

/**
 * Replaces a password and, in the same write, ends every session: a login that has checked the old password
 * opens a session of an earlier epoch. Null when there is no such account, or its hash is not `expectedHash`.
 */
export async function setPassword(
  id: string,
  passwordHash: string,
  expectedHash?: string,
): Promise<User | null> {
  const filter = expectedHash === undefined ? { _id: id } : { _id: id, passwordHash: expectedHash };
  return updateUser(filter, { $set: { passwordHash }, ...nextEpoch });
}

/** Ends every session of an account. Null when there is no such account. */
export async function endSessions(id: string): Promise<User | null> {
  return updateUser({ _id: id }, nextEpoch);
}

/** Disabling again does not change the time. */
export async function disableUser(id: string, at: Date, session: ClientSession): Promise<void> {
  await updateUser({ _id: id, disabledAt: null }, { $set: { disabledAt: at }, ...nextEpoch }, session);
}

export async function enableUser(id: string, session: ClientSession): Promise<void> {
  await updateUser({ _id: id }, { $set: { disabledAt: null } }, session);
}

export async function deleteUser(id: string, session: ClientSession): Promise<void> {
  await UserModel.deleteOne({ _id: id }, { session });
}

/**
 * Makes a transaction conflict with one that disables or deletes the account. False when that has already
 * happened.
 */
export async function lockUser(id: string, session: ClientSession): Promise<boolean> {
  return (await updateUser({ _id: id, disabledAt: null }, { $inc: { lockVersion: 1 } }, session)) !== null;
}

const nextEpoch = { $inc: { sessionEpoch: 1 } };

async function updateUser(
  filter: { _id: string; passwordHash?: string; disabledAt?: null },
  update: { $set?: { passwordHash: string } | { disabledAt: Date | null }; $inc?: Record<string, number> },
  session: ClientSession | null = null,
): Promise<User | null> {
  const options = { session, returnDocument: 'after', projection: publicFields } as const;
  const updated = await UserModel.findOneAndUpdate(filter, update, options).lean();
  return updated && toUser(updated);
}

function toUser({ _id, email, name, createdAt, sessionEpoch, disabledAt }: StoredUser): User {
  return {
    id: _id,
    email,
    name,
    createdAt,
    sessionEpoch,
    disabledAt: disabledAt ?? null,
  };
}
