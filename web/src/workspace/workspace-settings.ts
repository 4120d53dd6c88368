import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../api/client';
import { pollMs, pollWhile } from '../api/polling';
import { identityKey } from '../api/session';
import type { UpdateWorkspace, WorkspaceSettings } from '../api/types';
import { useWorkspace, type Workspace } from './workspace';

/** The settings of the workspace; polled while a changed retention is applied. */
export function workspaceQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'workspace'],
    queryFn: ({ signal }) => read(client.GET('/v1/workspaces/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => pollWhile(isRetentionPending(data), pollMs.brief),
  });
}

function isRetentionPending(workspace: WorkspaceSettings | undefined): boolean {
  return workspace?.retention_progress != null && workspace.retention_progress.status !== 'completed';
}

/** Updates the settings and reloads the identity, which contains the workspace name. */
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
