import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { hashPassword } from './password';
import { insertUser, type User } from './user.repository';

export interface NewUser {
  email: string;
  password: string;
  /** Default: the address before the `@`. */
  name?: string | undefined;
}

/** The normalized form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** An account that is ready to be stored. Hashing is slow, so it happens before a transaction begins. */
export interface PreparedUser {
  user: User;
  passwordHash: string;
}

export async function prepareUser({ email, password, name }: NewUser): Promise<PreparedUser> {
  const address = normalizeEmail(email);
  const user = {
    id: randomUUID(),
    email: address,
    name: name ?? address.slice(0, address.lastIndexOf('@')),
    createdAt: currentTime(),
    sessionEpoch: 0,
    disabledAt: null,
  };
  return { user, passwordHash: await hashPassword(password) };
}

/** @throws the driver's duplicate key error when the address has an account. */
export async function createUser(input: NewUser, session: ClientSession | null = null): Promise<User> {
  const { user, passwordHash } = await prepareUser(input);
  await insertUser(user, passwordHash, session);
  return user;
}
