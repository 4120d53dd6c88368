import { type Caller, responsibleUser } from '../../platform/http/caller';

/** Who reviews: a person, or the service account of a workspace key. */
export interface Reviewer {
  kind: 'user' | 'service_account';
  id: string;
  /** At the time of the review. */
  name: string;
  /** The person: of a service account, who created its key. All of a person's keys and sessions are one reviewer. */
  userId: string;
}

export const reviewerKinds = ['user', 'service_account'] as const satisfies readonly Reviewer['kind'][];

/** A session or a user key acts for its user; a workspace key is a service account of its creator. */
export function reviewerOf(caller: Caller): Reviewer {
  const userId = responsibleUser(caller);
  return caller.kind === 'workspace_key'
    ? { kind: 'service_account', id: caller.keyId, name: caller.keyName, userId }
    : { kind: 'user', id: caller.userId, name: caller.userName, userId };
}
