import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const keyScopes = ['workspace', 'user'] as const;
export type KeyScope = (typeof keyScopes)[number];

const scopeMarks: Record<KeyScope, string> = { workspace: 'assay_ws_', user: 'assay_user_' };
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 34 of 62 characters are 202 bits; at least 160 remain secret when the display prefix is known.
const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const DISPLAY_LENGTH = 16;
const KEY_FORM = new RegExp(`^(?:assay_ws|assay_user)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new key: the prefix of its scope, 34 random base62 characters, and a checksum of both. */
export function generateKey(scope: KeyScope): string {
  return generateSecret(scopeMarks[scope]);
}

/** A secret in the form of a key, with another prefix. */
export function generateSecret(mark: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  const unchecked = mark + random;
  return unchecked + checksum(unchecked);
}

/** Whether a text has the form of a generated key; does not check whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  return KEY_FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 in hexadecimal: a key has enough entropy that a slow hash would not add protection. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** The part of a key that may be shown, to distinguish keys. */
export function displayPrefix(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}

/** CRC-32 in six base62 digits, so that secret scanners and clients recognize a key offline. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
