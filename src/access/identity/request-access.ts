import type { Request } from 'express';
import { currentTime } from '../../platform/clock';
import { notAuthenticated, sessionExpired, workspaceForbidden } from '../../platform/errors/error-templates';
import type { AccessControl, Caller } from '../../platform/http/caller';
import { refuseCrossSite } from '../../platform/http/cross-site';
import type { Logger } from '../../platform/logging';
import type { ApiKey } from '../api-keys/api-key.repository';
import { keyError, recordKeyUse, verifyKey } from '../api-keys/key-verification';
import { hasSessionCookie } from '../sessions/session-cookie';
import { findSessionUser } from '../sessions/session-user';
import { disabledAccount } from '../users/disabled-account';
import { findUser } from '../users/user.repository';
import { findAccess } from '../workspaces/workspace-access';
import { readKeyCredential } from './key-credential';

/** Authenticates by API key or session cookie; the key takes precedence when both are sent. */
export function createAccessControl({ logger }: { logger: Logger }): AccessControl {
  return {
    async authenticate(request, { acceptsBasic }) {
      const authorization = request.get('authorization');
      return authorization === undefined
        ? authenticateSession(request)
        : authenticateKey(authorization, acceptsBasic, logger);
    },

    async authorize(caller, workspaceId) {
      const access = await findAccess(caller, workspaceId);
      if (access !== null) return access;
      throw workspaceForbidden(['header', 'x-workspace-id']);
    },
  };
}

async function authenticateKey(
  authorization: string,
  acceptsBasic: boolean,
  logger: Logger,
): Promise<Caller> {
  const credential = readKeyCredential(authorization);
  if (credential === null || (credential.user !== null && !acceptsBasic)) {
    throw keyError('api_key_malformed');
  }
  const now = currentTime();
  const key = await verifyKey(credential.key, now);
  if (credential.user !== null && !isPublicKey(credential.user, key)) throw keyError('api_key_unknown');
  // Not awaited: the response does not depend on it.
  recordKeyUse(key, now).catch((error: unknown) =>
    logger.warn({ err: error, keyId: key.id }, 'use of an API key was not recorded'),
  );
  if (key.workspaceId !== null) {
    const { id: keyId, name: keyName, workspaceId, userId: creatorId } = key;
    return { kind: 'workspace_key', keyId, keyName, workspaceId, creatorId };
  }
  const user = await findUser(key.userId);
  if (user === null) throw keyError('api_key_unknown');
  if (user.disabledAt !== null) throw disabledAccount(['header', 'authorization']);
  return { kind: 'user_key', keyId: key.id, userId: user.id, userName: user.name };
}

/** The counterpart of a workspace-scoped key in Basic authentication: the id of its workspace, or its name. */
function isPublicKey(user: string, { workspaceId, name }: ApiKey): boolean {
  return workspaceId !== null && (user === workspaceId || user === name);
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
