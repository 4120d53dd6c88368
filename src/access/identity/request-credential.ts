import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { RequestCredential } from '../../platform/http/route-handler';
import type { KeyRing } from '../../platform/security/key-ring';
import { hashKey } from '../api-keys/key-format';
import type { DeviceCookies } from '../sessions/device-cookie';
import { readSessionId } from '../sessions/session-signature';
import { readKeyCredential } from './key-credential';

// No key is shorter, including keys chosen by an operator. A checksum proves nothing: anyone can compute it.
const MIN_KEY_LENGTH = 32;

/** Reads the credential of a request, without a database access. */
export function createCredentialReader({ keys, devices }: { keys: KeyRing; devices: DeviceCookies }) {
  /**
   * The API key or session of a request; on a public route, the device that has logged in before, or the
   * session. Null: none, or one that cannot be valid.
   */
  return function readCredential(request: Request, isPublic: boolean): RequestCredential | null {
    const authorization = isPublic ? undefined : request.get('authorization');
    if (authorization !== undefined) return readKey(authorization);
    // First: its signature proves a login, even when the session has ended or was opened by another process.
    const device = isPublic ? devices.read(request) : null;
    if (device !== null) return { name: `user:${device.userId}`, isProven: true };
    const sessionId = readSessionId(request.headers.cookie, keys);
    return sessionId === null ? null : { name: `session:${hash(sessionId)}`, isProven: false };
  };
}

function readKey(authorization: string): RequestCredential | null {
  const { key = '', user = null } = readKeyCredential(authorization) ?? {};
  if (key.length < MIN_KEY_LENGTH) return null;
  // A key is not known as invalid because it was sent with a wrong user.
  const name = user === null ? `key:${hashKey(key)}` : `basic:${hash(`${user}:${key}`)}`;
  return { name, isProven: false };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
