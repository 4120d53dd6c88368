import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../mongo/connection';
import { hashPassword } from './password';
import { findUserByEmail, insertUser, type User } from './user.repository';

// Other resources come here; for these a query is all there is to do.
export { findUser, findUserByEmail, hasUsers, listUsersByIds, type User } from './user.repository';

export interface NewUser {
  email: string;
  password: string;
  /** Default: the address before the `@`. */
  name?: string | undefined;
}

/** The form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws the driver's duplicate key error when the address has an account. */
export async function createUser(
  { email, password, name }: NewUser,
  session: ClientSession | null = null,
): Promise<User> {
  const address = normalizeEmail(email);
  const user = {
    id: randomUUID(),
    email: address,
    name: name ?? address.slice(0, address.lastIndexOf('@')),
    createdAt: new Date(),
  };
  await insertUser(user, await hashPassword(password), session);
  return user;
}

/** The account of an address, made now if there is none; an existing one keeps its password and name. */
export async function ensureUser(input: NewUser): Promise<User> {
  try {
    return await createUser(input);
  } catch (error) {
    const existing = isDuplicateKey(error) ? await findUserByEmail(normalizeEmail(input.email)) : null;
    if (existing === null) throw error;
    return existing;
  }
}
