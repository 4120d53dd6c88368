import { generateSecret, hashKey } from '../api-keys/key-format';

/** A new token: `assay_inv_`, 202 random bits in base62, then a checksum. */
export function generateInvitationToken(): string {
  return generateSecret('assay_inv_');
}

/** The form in which a token is stored. */
export function hashInvitationToken(token: string): string {
  return hashKey(token);
}
