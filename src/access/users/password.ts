import argon2 from 'argon2';

/** Shortest password of a new account, in UTF-16 units. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1024;

/**
 * An argon2id hash in PHC form, at the cost that OWASP's Password Storage Cheat Sheet advises (19 MiB, 2
 * passes, 1 lane): more would let a few logins at once exhaust a small machine. A stored hash names its own
 * cost, so raising this later leaves older ones valid.
 */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(normalize(password), {
    type: argon2.argon2id,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
}

export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return argon2.verify(passwordHash, normalize(password));
}

/** Keyboards differ in how they compose accents; NIST SP 800-63B, 5.1.1.2, asks for one form. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
