import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { identityKey } from '../../../api/session';
import type { Role } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

export const roles: { id: Role; name: string }[] = [
  { id: 'viewer', name: 'Viewer' },
  { id: 'contributor', name: 'Contributor' },
  { id: 'admin', name: 'Admin' },
];

/** One page of the members of the workspace, newest first. */
export function membersQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'members', cursor],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/workspaces/{id}/members', {
          params: { path: { id }, query: { limit: 50, cursor } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The workspace-scoped keys that a member created and that still work, newest first; 20 of them. */
export function memberKeysQuery({ id, client }: Workspace, userId: string) {
  return queryOptions({
    queryKey: [id, 'member-keys', userId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/workspaces/{id}/members/{user_id}/keys', {
          params: { path: { id, user_id: userId }, query: { limit: 20 } },
          signal,
        }),
      ),
    // What is about to be revoked is read each time it is asked about.
    staleTime: 0,
    gcTime: 0,
  });
}

export function useChangeRole(userId: string) {
  const { id, client } = useWorkspace();
  const reload = useReloadMembers();
  return useMutation({
    mutationFn: ({ role, keepKeys }: { role: Role; keepKeys: boolean }) =>
      read(
        client.PATCH('/v1/workspaces/{id}/members/{user_id}', {
          body: { role },
          params: { path: { id, user_id: userId }, query: { keep_keys: keepKeys } },
        }),
      ),
    onSuccess: reload,
  });
}

export function useRemoveMember(userId: string) {
  const { id, client } = useWorkspace();
  const reload = useReloadMembers();
  return useMutation({
    mutationFn: (keepKeys: boolean) =>
      read(
        client.DELETE('/v1/workspaces/{id}/members/{user_id}', {
          params: { path: { id, user_id: userId }, query: { keep_keys: keepKeys } },
        }),
      ),
    onSuccess: reload,
  });
}

/** The list, and who one is: the change may be of one's own role. */
function useReloadMembers() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [id, 'members'] });
    void queries.invalidateQueries({ queryKey: [id, 'invitations'] });
    void queries.invalidateQueries({ queryKey: [id, 'api-keys'] });
    await queries.invalidateQueries({ queryKey: identityKey });
  };
}
