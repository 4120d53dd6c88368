import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { identityKey } from '../../../api/session';
import type { AddMember, Role } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../app/workspace';

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

export function useAddMember() {
  const { id, client } = useWorkspace();
  const readAnew = useReadMembersAnew();
  return useMutation({
    mutationFn: (body: AddMember) =>
      read(client.POST('/v1/workspaces/{id}/members', { body, params: { path: { id } } })),
    onSuccess: readAnew,
    // A first password is not to outlive the form.
    gcTime: 0,
  });
}

export function useChangeRole(userId: string) {
  const { id, client } = useWorkspace();
  const readAnew = useReadMembersAnew();
  return useMutation({
    mutationFn: (role: Role) =>
      read(
        client.PATCH('/v1/workspaces/{id}/members/{user_id}', {
          body: { role },
          params: { path: { id, user_id: userId } },
        }),
      ),
    onSuccess: readAnew,
  });
}

export function useRemoveMember(userId: string) {
  const { id, client } = useWorkspace();
  const readAnew = useReadMembersAnew();
  return useMutation({
    mutationFn: () =>
      read(
        client.DELETE('/v1/workspaces/{id}/members/{user_id}', { params: { path: { id, user_id: userId } } }),
      ),
    onSuccess: readAnew,
  });
}

/** The list, and who one is: the change may be of one's own role. */
function useReadMembersAnew() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [id, 'members'] });
    await queries.invalidateQueries({ queryKey: identityKey });
  };
}
