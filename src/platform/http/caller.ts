import type { Request } from 'express';
import { z } from 'zod';

/** Roles of a member, in ascending order of rights. */
export const roles = ['viewer', 'contributor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const roleSchema = z.enum(roles).meta({ id: 'Role' });

/** The sender of a request, identified by its credential. */
export type Caller =
  | { kind: 'session'; userId: string; userName: string }
  | { kind: 'user_key'; userId: string; userName: string; keyId: string }
  | {
      kind: 'workspace_key';
      keyId: string;
      keyName: string;
      workspaceId: string;
      /** The user who created the key. */
      creatorId: string;
    };

/** The workspace a request works in, and the caller's role in it. */
export interface WorkspaceAccess {
  workspaceId: string;
  role: Role;
}

/** Authenticates callers and authorizes them for a workspace. */
export interface AccessControl {
  /** @throws AppError of status 401, or 403 when a session is used from another site. */
  authenticate(request: Request, route: { acceptsBasic: boolean }): Promise<Caller>;
  /** @throws AppError workspace_forbidden. */
  authorize(caller: Caller, workspaceId: string): Promise<WorkspaceAccess>;
}

/** Stable text that identifies the credential, for limits and idempotency. */
export function callerKey(caller: Caller): string {
  return caller.kind === 'session' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}

/**
 * Stable text that identifies the party responsible for a request, for memory limits: more keys do not grant
 * more memory.
 */
export function memoryHolder(caller: Caller): string {
  return caller.kind === 'workspace_key' ? caller.workspaceId : `user:${caller.userId}`;
}

/** The user who is responsible for a request, with a session and any key: of a workspace key, who created it. */
export function responsibleUser(caller: Caller): string {
  return caller.kind === 'workspace_key' ? caller.creatorId : caller.userId;
}

export function hasRole(actual: Role, needed: Role): boolean {
  return roles.indexOf(actual) >= roles.indexOf(needed);
}
