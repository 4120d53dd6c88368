import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { currentTimeMs } from '../../platform/clock';
import type { KeyRing } from '../../platform/security/key-ring';

/** A client that has logged in to an account before. */
export interface KnownClient {
  userId: string;
  /** Identifies the client in counters. */
  name: string;
}

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

const COOKIE_NAME = 'assay_device';
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${COOKIE_NAME}=([\\w.-]+)`);
const LIFETIME_MS = 365 * 24 * 3600 * 1000;

/**
 * Cookies that distinguish logins by an account's owner from those of others. They prove that the client has
 * logged in to the account before and grant nothing: the password is still required.
 */
export function createDeviceCookies(keys: KeyRing) {
  return {
    /** The client of a request; null without a cookie, or with one that was altered or has expired. */
    read(request: Request): KnownClient | null {
      const signed = COOKIE_PATTERN.exec(request.headers.cookie ?? '')?.[1];
      const payload = signed === undefined ? null : keys.verify(signed);
      if (payload === null) return null;
      const [userId, deviceId, expiresAt] = JSON.parse(payload) as [string, string, number];
      return expiresAt > currentTimeMs() ? { userId, name: `device:${deviceId}` } : null;
    },

    /** Issues a new cookie, valid for a year, to the client of a successful login. */
    issue(request: Request, response: Response, userId: string): void {
      const payload = JSON.stringify([userId, randomUUID(), currentTimeMs() + LIFETIME_MS]);
      response.cookie(COOKIE_NAME, keys.sign(payload), {
        httpOnly: true,
        sameSite: 'lax',
        secure: request.secure,
        path: '/v1/auth',
        maxAge: LIFETIME_MS,
      });
    },
  };
}
