import type { Request } from 'express';

/** What a member may do, from least to most. */
export const roles = ['viewer', 'contributor', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whoever sent a request, as its credential tells. */
export type Caller =
  | { kind: 'session'; userId: string; userName: string }
  | { kind: 'user_key'; userId: string; userName: string; keyId: string }
  | { kind: 'workspace_key'; keyId: string; keyName: string; workspaceId: string };

/** The workspace a request works in, and what the caller may do there. */
export interface WorkspaceAccess {
  workspaceId: string;
  role: Role;
}

/** Decides who is calling and where they may work. */
export interface AccessControl {
  /** @throws AppError of status 401, or 403 when a session is used from another site. */
  authenticate(request: Request): Promise<Caller>;
  /** @throws AppError workspace_forbidden. */
  authorize(caller: Caller, workspaceId: string): Promise<WorkspaceAccess>;
}

/** Stable text that names the credential, for limits and idempotency. */
export function callerKey(caller: Caller): string {
  return caller.kind === 'session' ? `user:${caller.userId}` : `key:${caller.keyId}`;
}

/** Stable text that names whoever is responsible for a request, for memory: more keys do not get anyone more of it. */
export function memoryHolder(caller: Caller): string {
  return caller.kind === 'workspace_key' ? caller.workspaceId : `user:${caller.userId}`;
}

export function hasRole(actual: Role, needed: Role): boolean {
  return roles.indexOf(actual) >= roles.indexOf(needed);
}
