const BEARER = /^Bearer +(\S+)$/i;
const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i;

/** The API key in a header Authorization. */
export interface KeyCredential {
  key: string;
  /** The user of Basic authentication, whose password is the key; null for a bearer token. */
  user: string | null;
}

/** Null for a header in any other form. */
export function readKeyCredential(authorization: string): KeyCredential | null {
  const header = authorization.trim();
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return { key: token, user: null };
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? null : { user: decoded.slice(0, colon), key: decoded.slice(colon + 1) };
}
