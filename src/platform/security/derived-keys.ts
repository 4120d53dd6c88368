import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A 32-byte key for one purpose, by HKDF-SHA256 (RFC 5869), so that no two purposes share key material. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `assay/${purpose}`, 32));
}

/** `payload.signature`, both base64url; the signature is the first 16 bytes of an HMAC-SHA256. */
export function sign(key: Buffer, payload: string): string {
  const encoded = Buffer.from(payload, 'utf8').toString('base64url');
  return `${encoded}.${signature(key, encoded).toString('base64url')}`;
}

/** The payload of a signed text, or null when it was altered or signed with another key. */
export function verify(key: Buffer, signed: string): string | null {
  const dot = signed.indexOf('.');
  if (dot < 0) return null;
  const encoded = signed.slice(0, dot);
  const actual = Buffer.from(signed.slice(dot + 1), 'base64url');
  const expected = signature(key, encoded);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return Buffer.from(encoded, 'base64url').toString('utf8');
}

function signature(key: Buffer, encoded: string): Buffer {
  return createHmac('sha256', key).update(encoded).digest().subarray(0, 16);
}

/** Encrypts a text with AES-256-GCM; the result is base64 of nonce, tag and ciphertext. */
export function seal(key: Buffer, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the text was altered or sealed with another key */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
