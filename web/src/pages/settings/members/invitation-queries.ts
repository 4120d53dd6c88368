import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { CreateInvitation } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

/** A page of the pending invitations of the workspace, newest first. */
export function invitationsQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'invitations', cursor],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/workspaces/{id}/invitations', {
          params: { path: { id }, query: { limit: 20, cursor } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Creates an invitation; only its response has the link. */
export function useCreateInvitation() {
  const { id, client } = useWorkspace();
  const reload = useReloadInvitations();
  return useMutation({
    mutationFn: (body: CreateInvitation) =>
      read(client.POST('/v1/workspaces/{id}/invitations', { body, params: { path: { id } } })),
    // Not awaited: the link has to appear immediately, or closing the form could lose it.
    onSuccess: () => {
      void reload();
    },
    // Drop the secret together with the dialog.
    gcTime: 0,
  });
}

/** Returns a function that revokes an invitation and then reloads the list. */
export function useRevokeInvitation() {
  const { id, client } = useWorkspace();
  const reload = useReloadInvitations();
  return async (invitationId: string) => {
    await read(
      client.DELETE('/v1/workspaces/{id}/invitations/{invitation_id}', {
        params: { path: { id, invitation_id: invitationId } },
      }),
    );
    await reload();
  };
}

function useReloadInvitations() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [id, 'invitations'] });
}
