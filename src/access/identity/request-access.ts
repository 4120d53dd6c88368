import type { Request } from 'express';
import { currentTime } from '../../platform/clock';
import { notAuthenticated, sessionExpired, workspaceForbidden } from '../../platform/errors/error-templates';
import type { AccessControl, Caller } from '../../platform/http/caller';
import { refuseCrossSite } from '../../platform/http/cross-site';
import type { Logger } from '../../platform/logging';
import { keyError, recordKeyUse, verifyKey } from '../api-keys/key-verification';
import { hasSessionCookie } from '../sessions/session-cookie';
import { findSessionUser } from '../sessions/session-user';
import { disabledAccount } from '../users/disabled-account';
import { findUser } from '../users/user.repository';
import { findAccess } from '../workspaces/workspace-access';

export const BEARER = /^Bearer +(\S+)$/i;

/** Authenticates by API key or session cookie; the key takes precedence when both are sent. */
export function createAccessControl({ logger }: { logger: Logger }): AccessControl {
  return {
    async authenticate(request) {
      const authorization = request.get('authorization');
      return authorization === undefined
        ? authenticateSession(request)
        : authenticateKey(authorization, logger);
    },

    async authorize(caller, workspaceId) {
      const access = await findAccess(caller, workspaceId);
      if (access !== null) return access;
      throw workspaceForbidden(['header', 'x-workspace-id']);
    },
  };
}

async function authenticateKey(authorization: string, logger: Logger): Promise<Caller> {
  const token = BEARER.exec(authorization.trim())?.[1];
  if (token === undefined) {
    throw keyError('api_key_malformed');
  }
  const now = currentTime();
  const key = await verifyKey(token, now);
  // Not awaited: the response does not depend on it.
  recordKeyUse(key, now).catch((error: unknown) =>
    logger.warn({ err: error, keyId: key.id }, 'use of an API key was not recorded'),
  );
  if (key.workspaceId !== null) {
    return { kind: 'workspace_key', keyId: key.id, keyName: key.name, workspaceId: key.workspaceId };
  }
  const user = await findUser(key.userId);
  if (user === null) throw keyError('api_key_unknown');
  if (user.disabledAt !== null) throw disabledAccount(['header', 'authorization']);
  return { kind: 'user_key', keyId: key.id, userId: user.id, userName: user.name };
}

async function authenticateSession(request: Request): Promise<Caller> {
  const user = await findSessionUser(request);
  if (user !== null) {
    refuseCrossSite(request);
    return { kind: 'session', userId: user.id, userName: user.name };
  }
  if (!hasSessionCookie(request)) throw notAuthenticated('an API key, or sign in');
  throw sessionExpired();
}
