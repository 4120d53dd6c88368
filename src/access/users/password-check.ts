import { randomBytes } from 'node:crypto';
import { hashPassword, isPasswordOf } from './password';
import { findUserWithPassword, type User } from './user.repository';

/**
 * Creates a function that returns the user with this email address, in lower case, and this password, or
 * null. An unknown address takes as long as a wrong password: it is checked against a hash that no password
 * has.
 */
export function createPasswordCheck(): (email: string, password: string) => Promise<User | null> {
  const decoyHash = hashPassword(randomBytes(32).toString('hex'));

  return async (email, password) => {
    const credentials = await findUserWithPassword(email);
    const isRight = await isPasswordOf(credentials?.passwordHash ?? (await decoyHash), password);
    return credentials !== null && isRight ? credentials.user : null;
  };
}
