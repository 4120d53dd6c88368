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

/** A page of the members of the workspace, newest first. */
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

/** The first 20 active workspace keys that a member created, newest first. */
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
    // Always refetch: these keys are about to be revoked.
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

/** Reloads the members and the identity, because the change may affect the user's own role. */
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
