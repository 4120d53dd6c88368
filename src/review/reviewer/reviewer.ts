import type { Caller } from '../../platform/http/caller';

/** Who reviews: a person, or the service account of a workspace key. */
export interface Reviewer {
  kind: 'user' | 'service_account';
  id: string;
  /** At the time of the review. */
  name: string;
}

export const reviewerKinds = ['user', 'service_account'] as const satisfies readonly Reviewer['kind'][];

/** A session or a user key acts for its user; a workspace key is a service account. */
export function reviewerOf(caller: Caller): Reviewer {
  return caller.kind === 'workspace_key'
    ? { kind: 'service_account', id: caller.keyId, name: caller.keyName }
    : { kind: 'user', id: caller.userId, name: caller.userName };
}

/** Text that identifies a reviewer; names may change. */
export function reviewerKey({ kind, id }: Pick<Reviewer, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
