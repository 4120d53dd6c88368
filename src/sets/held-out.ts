import { createHash } from 'node:crypto';

const HASHED_BITS = 48;

/**
 * Whether a conversation is on the hold-out: depends on nothing but its id and the share. So equal shares divide
 * the same conversations alike, and nothing searches on what something else holds out.
 */
export function isHeldOut(conversationId: string, holdoutShare: number): boolean {
  const hash = createHash('sha256').update(conversationId).digest();
  return hash.readUIntBE(0, HASHED_BITS / 8) / 2 ** HASHED_BITS < holdoutShare;
}
