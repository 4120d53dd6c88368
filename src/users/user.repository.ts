import type { ClientSession } from 'mongoose';
import { UserModel } from './user.model';

export interface User {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  createdAt: Date;
}

interface StoredUser {
  _id: string;
  email: string;
  name: string;
  createdAt: Date;
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

export async function findUser(id: string): Promise<User | null> {
  const found = await UserModel.findById(id, publicFields).lean();
  return found && toUser(found);
}

/** `email` in lower case. */
export async function findUserByEmail(email: string): Promise<User | null> {
  const found = await UserModel.findOne({ email }, publicFields).lean();
  return found && toUser(found);
}

export async function findUserWithPassword(
  email: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const found = await UserModel.findOne({ email }).lean();
  return found && { user: toUser(found), passwordHash: found.passwordHash };
}

export async function listUsersByIds(ids: readonly string[]): Promise<User[]> {
  const found = await UserModel.find({ _id: { $in: ids } }, publicFields).lean();
  return found.map(toUser);
}

export async function hasUsers(session: ClientSession | null = null): Promise<boolean> {
  return (await UserModel.exists({}).session(session)) !== null;
}

function toUser({ _id, email, name, createdAt }: StoredUser): User {
  return { id: _id, email, name, createdAt };
}
