import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { identityKey } from '../../../api/session';
import type { UpdateWorkspace } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../app/workspace';

/** The settings of the workspace. */
export function workspaceQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'workspace'],
    queryFn: ({ signal }) => read(client.GET('/v1/workspaces/{id}', { params: { path: { id } }, signal })),
  });
}

/** Changes them; its name is part of who one is, so that is read anew. */
export function useUpdateWorkspace() {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWorkspace) =>
      read(client.PATCH('/v1/workspaces/{id}', { body, params: { path: { id } } })),
    onSuccess: (saved) => {
      queries.setQueryData([id, 'workspace'], saved);
      void queries.invalidateQueries({ queryKey: identityKey });
    },
  });
}
