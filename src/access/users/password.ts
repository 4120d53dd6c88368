import argon2 from 'argon2';

/** Minimum password length of a new account, in UTF-16 units. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1024;

/**
 * An argon2id hash in PHC form, with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB, 2
 * passes, 1 lane): higher ones would let a few concurrent logins exhaust a small machine. A stored hash
 * contains its parameters, so raising them later leaves older hashes valid.
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

/** Keyboards compose accents differently; NIST SP 800-63B, 5.1.1.2, requires one form. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
