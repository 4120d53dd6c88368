import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../platform/security/key-ring';

const COOKIE_PATTERN = /(?:^|;)\s*assay_session=([^;]*)/;
const SIGNED_PATTERN = /^s:([\w-]{1,128})\.([A-Za-z0-9+/]{43})$/;

/** The session id of the signed cookie in a Cookie header; null without one, or with an invalid signature. */
export function readSessionId(cookies: string | undefined, keys: KeyRing): string | null {
  const encoded = COOKIE_PATTERN.exec(cookies ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, id, signature] = SIGNED_PATTERN.exec(decode(encoded.trim())) ?? [];
  if (id === undefined || signature === undefined) return null;
  return keys.all.some((key) => isSigned(id, signature, key.toString('hex'))) ? id : null;
}

/** The signature of express-session: HMAC-SHA256 in base64 without padding. */
function isSigned(id: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
