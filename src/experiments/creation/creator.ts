import type { Caller } from '../../platform/http/caller';
import type { Creator } from '../store/experiment';

/** A session or a user key acts for its user; a workspace key is a service account. */
export function creatorOf(caller: Caller): Creator {
  return caller.kind === 'workspace_key'
    ? { userId: null, userName: null, serviceAccountId: caller.keyId, serviceAccountName: caller.keyName }
    : { userId: caller.userId, userName: caller.userName, serviceAccountId: null, serviceAccountName: null };
}
